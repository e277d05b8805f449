extension Migration {
    /// When an attempt took its answer, and a hash of that answer, so that the same one may come again. NULL before, and in rows
    /// that were claimed earlier.
    static let attemptClaims = Migration(
        number: 17,
        sql: """
            ALTER TABLE sign_in_attempts ADD COLUMN claimed_at bigint;
            ALTER TABLE sign_in_attempts ADD COLUMN answer_hash bytea;
            """)
}

extension Migration {
    /// When an attempt took its answer, and a hash of that answer, so that the same one may come again. NULL before, and in rows
    /// that were claimed earlier.
    static let attemptClaims = Migration(number: 17) { sql in
        """
        ALTER TABLE sign_in_attempts ADD COLUMN claimed_at \(sql.integer);
        ALTER TABLE sign_in_attempts ADD COLUMN answer_hash \(sql.bytes);
        """
    }
}

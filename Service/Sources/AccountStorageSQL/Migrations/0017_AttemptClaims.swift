extension Migration {
    /// When an attempt accepted its answer, and the hash of that answer, so that the same answer may arrive again. NULL
    /// before, and in rows that were claimed before this migration.
    static let attemptClaims = Migration(number: 17) { sql in
        """
        ALTER TABLE sign_in_attempts ADD COLUMN claimed_at \(sql.integer);
        ALTER TABLE sign_in_attempts ADD COLUMN answer_hash \(sql.bytes);
        """
    }
}

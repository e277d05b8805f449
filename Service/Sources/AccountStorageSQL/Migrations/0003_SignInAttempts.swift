extension Migration {
    /// Attempts. The table is small, because a row exists only for a short time.
    static let signInAttempts = Migration(number: 3) { sql in
        """
        CREATE TABLE sign_in_attempts (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            kind \(sql.code) NOT NULL,
            client \(sql.key) NOT NULL,
            browser_proof_hash \(sql.bytes),
            return_target \(sql.text),
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            state \(sql.code) NOT NULL,
            failures \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX sign_in_attempts_by_expiry ON sign_in_attempts (expires_at);
        """
    }
}

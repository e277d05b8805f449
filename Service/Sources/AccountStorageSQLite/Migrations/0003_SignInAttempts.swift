extension Migration {
    /// Attempts: a small table, since a row lives for minutes.
    static let signInAttempts = Migration(
        number: 3,
        sql: """
            CREATE TABLE sign_in_attempts (
                id BLOB NOT NULL PRIMARY KEY,
                kind INTEGER NOT NULL,
                client TEXT NOT NULL,
                browser_proof_hash BLOB,
                return_target TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                state INTEGER NOT NULL,
                failures INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sign_in_attempts_by_expiry ON sign_in_attempts (expires_at);
            """)
}

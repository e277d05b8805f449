extension Migration {
    /// Attempts: a small table, since a row lives for minutes.
    static let signInAttempts = Migration(
        number: 3,
        sql: """
            CREATE TABLE sign_in_attempts (
                id bytea NOT NULL PRIMARY KEY,
                kind smallint NOT NULL,
                client text COLLATE "C" NOT NULL,
                browser_proof_hash bytea,
                return_target text,
                created_at bigint NOT NULL,
                expires_at bigint NOT NULL,
                state smallint NOT NULL,
                failures bigint NOT NULL
            );
            CREATE INDEX sign_in_attempts_by_expiry ON sign_in_attempts (expires_at);
            """)
}

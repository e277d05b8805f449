extension Migration {
    /// What is on its way to being linked: tickets, proven identities without an account, attempts with a purpose.
    ///
    /// All small: a row lives for minutes.
    static let linking = Migration(
        number: 10,
        sql: """
            CREATE TABLE link_tickets (
                id BLOB NOT NULL PRIMARY KEY,
                external_id TEXT NOT NULL,
                label TEXT,
                credential_id BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX link_tickets_by_external_id ON link_tickets (external_id);
            CREATE INDEX link_tickets_by_expiry ON link_tickets (expires_at);
            CREATE TABLE link_proofs (
                id BLOB NOT NULL PRIMARY KEY,
                identity_id BLOB NOT NULL,
                account_id BLOB NOT NULL,
                issuer TEXT NOT NULL,
                team_id TEXT NOT NULL,
                subject TEXT NOT NULL,
                client TEXT NOT NULL,
                return_target TEXT,
                sealed_facts BLOB NOT NULL,
                proven_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX link_proofs_by_identity ON link_proofs (identity_id);
            CREATE INDEX link_proofs_by_expiry ON link_proofs (expires_at);
            ALTER TABLE sign_in_attempts ADD COLUMN link_external_id TEXT;
            ALTER TABLE sign_in_attempts ADD COLUMN link_session_id BLOB;
            ALTER TABLE sign_in_attempts ADD COLUMN link_account_id BLOB;
            CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts (link_external_id)
                WHERE link_external_id IS NOT NULL;
            CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts (link_account_id)
                WHERE link_account_id IS NOT NULL;
            """)
}

extension Migration {
    /// What is on its way to being linked: tickets, proven identities without an account, attempts with a purpose.
    ///
    /// All small: a row lives for minutes.
    static let linking = Migration(
        number: 10,
        sql: """
            CREATE TABLE link_tickets (
                id bytea NOT NULL PRIMARY KEY,
                external_id text COLLATE "C" NOT NULL,
                label text,
                credential_id bytea NOT NULL,
                created_at bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX link_tickets_by_external_id ON link_tickets (external_id);
            CREATE INDEX link_tickets_by_expiry ON link_tickets (expires_at);
            CREATE TABLE link_proofs (
                id bytea NOT NULL PRIMARY KEY,
                identity_id bytea NOT NULL,
                account_id bytea NOT NULL,
                issuer text COLLATE "C" NOT NULL,
                team_id text COLLATE "C" NOT NULL,
                subject text COLLATE "C" NOT NULL,
                client text COLLATE "C" NOT NULL,
                return_target text,
                sealed_facts bytea NOT NULL,
                proven_at bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX link_proofs_by_identity ON link_proofs (identity_id);
            CREATE INDEX link_proofs_by_expiry ON link_proofs (expires_at);
            ALTER TABLE sign_in_attempts ADD COLUMN link_external_id text COLLATE "C";
            ALTER TABLE sign_in_attempts ADD COLUMN link_session_id bytea;
            ALTER TABLE sign_in_attempts ADD COLUMN link_account_id bytea;
            CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts (link_external_id)
                WHERE link_external_id IS NOT NULL;
            CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts (link_account_id)
                WHERE link_account_id IS NOT NULL;
            """)
}

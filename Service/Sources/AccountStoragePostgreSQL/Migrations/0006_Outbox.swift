extension Migration {
    /// What is to be done at Apple. Small: an item leaves when it is done.
    static let outbox = Migration(
        number: 6,
        sql: """
            CREATE TABLE outbox (
                id bytea NOT NULL PRIMARY KEY,
                kind smallint NOT NULL,
                account_id bytea NOT NULL,
                identity_id bytea NOT NULL,
                client_id text COLLATE "C" NOT NULL,
                sealed_refresh_token bytea NOT NULL,
                created_at bigint NOT NULL,
                due_at bigint NOT NULL,
                attempts bigint NOT NULL,
                is_asked boolean NOT NULL,
                last_code text
            );
            CREATE INDEX outbox_by_due ON outbox (due_at, id);
            CREATE INDEX outbox_by_identity ON outbox (identity_id);
            """)
}

extension Migration {
    /// What is to be done at Apple. Small: an item leaves when it is done.
    static let outbox = Migration(
        number: 6,
        sql: """
            CREATE TABLE outbox (
                id BLOB NOT NULL PRIMARY KEY,
                kind INTEGER NOT NULL,
                account_id BLOB NOT NULL,
                identity_id BLOB NOT NULL,
                client_id TEXT NOT NULL,
                sealed_refresh_token BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                due_at INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                is_asked INTEGER NOT NULL,
                last_code TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX outbox_by_due ON outbox (due_at);
            CREATE INDEX outbox_by_identity ON outbox (identity_id);
            """)
}

extension Migration {
    /// What the app's backend is told, and was told lately. Appended, since identifiers begin with the time.
    static let events = Migration(
        number: 14,
        sql: """
            CREATE TABLE account_events (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL,
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                due_at INTEGER,
                attempts INTEGER NOT NULL,
                delivered_at INTEGER,
                last_code TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX account_events_by_due ON account_events (due_at) WHERE due_at IS NOT NULL;
            CREATE INDEX account_events_by_creation ON account_events (created_at);
            CREATE INDEX account_events_given_up ON account_events (id) WHERE due_at IS NULL AND delivered_at IS NULL;
            """)
}

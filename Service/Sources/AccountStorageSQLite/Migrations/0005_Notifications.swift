extension Migration {
    /// Apple's notifications, kept for some months so that a repeat is recognised.
    static let notifications = Migration(
        number: 5,
        sql: """
            CREATE TABLE received_notifications (
                id BLOB NOT NULL PRIMARY KEY,
                identity_id BLOB NOT NULL,
                topic INTEGER NOT NULL,
                kind TEXT NOT NULL,
                occurred_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                effect TEXT NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX received_notifications_by_identity ON received_notifications (identity_id, topic, occurred_at);
            CREATE INDEX received_notifications_by_expiry ON received_notifications (expires_at);
            """)
}

extension Migration {
    /// Apple's notifications, kept for some months so that a repeat is recognised.
    static let notifications = Migration(
        number: 5,
        sql: """
            CREATE TABLE received_notifications (
                id bytea NOT NULL PRIMARY KEY,
                identity_id bytea NOT NULL,
                topic smallint NOT NULL,
                kind text NOT NULL,
                occurred_at bigint NOT NULL,
                received_at bigint NOT NULL,
                effect text NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX received_notifications_by_identity ON received_notifications (identity_id, topic, occurred_at);
            CREATE INDEX received_notifications_by_expiry ON received_notifications (expires_at);
            """)
}

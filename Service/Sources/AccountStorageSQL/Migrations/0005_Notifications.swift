extension Migration {
    /// Apple's notifications, kept for some months so that a repetition is recognised.
    static let notifications = Migration(number: 5) { sql in
        """
        CREATE TABLE received_notifications (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            identity_id \(sql.bytes) NOT NULL,
            topic \(sql.code) NOT NULL,
            kind \(sql.text) NOT NULL,
            occurred_at \(sql.integer) NOT NULL,
            received_at \(sql.integer) NOT NULL,
            effect \(sql.text) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX received_notifications_by_identity ON received_notifications (identity_id, topic, occurred_at);
        CREATE INDEX received_notifications_by_expiry ON received_notifications (expires_at);
        """
    }
}

extension FirstSchema {
    /// `alive_at` is when the token was last known to be alive.
    static func grants(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE grants (
            identity_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            sealed_refresh_token \(sql.bytes),
            obtained_at \(sql.integer) NOT NULL,
            checked_at \(sql.integer),
            alive_at \(sql.integer),
            PRIMARY KEY (identity_id, client_id)
        )\(sql.table);
        """
    }

    /// Tokens that newer ones replaced. They are revoked with the others when the account is deleted.
    static func replacedGrants(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE replaced_grants (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            identity_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            sealed_refresh_token \(sql.bytes) NOT NULL,
            alive_at \(sql.integer),
            replaced_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX replaced_grants_by_identity ON replaced_grants (identity_id, replaced_at\(sql.thenID));
        """
    }

    /// Requests to be made to Apple. `taken_at` is when a worker took the item, if its request may still arrive there. The
    /// table is small, because an item is removed when it is done.
    static func outbox(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE outbox (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            kind \(sql.code) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            identity_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            sealed_refresh_token \(sql.bytes) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            due_at \(sql.integer) NOT NULL,
            attempts \(sql.integer) NOT NULL,
            is_asked \(sql.flag) NOT NULL,
            last_code \(sql.text),
            was_seen_alive \(sql.flag) NOT NULL,
            taken_at \(sql.integer)
        )\(sql.table);
        CREATE INDEX outbox_by_due ON outbox (client_id, due_at\(sql.thenID));
        CREATE INDEX outbox_by_identity ON outbox (identity_id);
        """
    }

    /// Apple's notifications, kept for some months so that a repetition is recognised.
    static func receivedNotifications(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE received_notifications (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            identity_id \(sql.bytes) NOT NULL,
            topic \(sql.code) NOT NULL,
            kind \(sql.text) NOT NULL,
            occurred_at \(sql.integer) NOT NULL,
            received_at \(sql.integer) NOT NULL,
            effect \(sql.text) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            app_group \(sql.key)
        )\(sql.table);
        CREATE INDEX received_notifications_by_identity ON received_notifications (identity_id, topic, occurred_at);
        CREATE INDEX received_notifications_by_expiry ON received_notifications (expires_at);
        """
    }

    /// What is known about the way of mail to the address of an identity. Only identities about which there is something
    /// to say have a row.
    static func emailDeliveries(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE email_deliveries (
            identity_id \(sql.bytes) NOT NULL PRIMARY KEY,
            state \(sql.code) NOT NULL,
            since \(sql.integer) NOT NULL,
            cause \(sql.key),
            missing_since \(sql.integer),
            reports \(sql.integer) NOT NULL,
            reported_at \(sql.integer),
            diagnostic \(sql.text)
        )\(sql.table);
        """
    }
}

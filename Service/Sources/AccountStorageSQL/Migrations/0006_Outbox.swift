extension Migration {
    /// Requests to be made to Apple. The table is small, because an item is removed when it is done.
    static let outbox = Migration(number: 6) { sql in
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
            last_code \(sql.text)
        )\(sql.table);
        CREATE INDEX outbox_by_due ON outbox (due_at\(sql.thenID));
        CREATE INDEX outbox_by_identity ON outbox (identity_id);
        """
    }
}

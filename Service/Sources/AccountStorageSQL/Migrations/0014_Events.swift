extension Migration {
    /// Events for the app's backend, waiting or recently delivered. New rows are appended, because identifiers start
    /// with the time.
    static let events = Migration(number: 14) { sql in
        """
        CREATE TABLE account_events (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            kind \(sql.key) NOT NULL,
            body \(sql.text) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            due_at \(sql.integer),
            attempts \(sql.integer) NOT NULL,
            delivered_at \(sql.integer),
            last_code \(sql.text)
        )\(sql.table);
        CREATE INDEX account_events_by_due ON account_events (due_at\(sql.thenID)) WHERE due_at IS NOT NULL;
        CREATE INDEX account_events_by_creation ON account_events (created_at);
        CREATE INDEX account_events_given_up ON account_events (id) WHERE due_at IS NULL AND delivered_at IS NULL;
        """
    }
}

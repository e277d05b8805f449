/// What the service keeps for its operator and for the app's backend.
extension FirstSchema {
    /// Events for the app's backend, waiting or recently delivered. New rows are appended, because identifiers start
    /// with the time.
    static func accountEvents(_ sql: SQLDialect) -> String {
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

    static func serviceCredentials(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE service_credentials (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            name \(sql.text) NOT NULL,
            key_hash \(sql.bytes) NOT NULL,
            scopes \(sql.integer) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            revoked_at \(sql.integer)
        )\(sql.table);
        """
    }

    /// The progress of imports.
    static func userImports(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE user_imports (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            position \(sql.integer) NOT NULL,
            lines \(sql.integer) NOT NULL,
            made \(sql.integer) NOT NULL,
            unchanged \(sql.integer) NOT NULL,
            conflicts \(sql.integer) NOT NULL,
            refused \(sql.integer) NOT NULL,
            started_at \(sql.integer) NOT NULL,
            finished_at \(sql.integer)
        )\(sql.table);
        """
    }

    /// Times that the service records about itself.
    static func marks(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE marks (
            name \(sql.key) NOT NULL PRIMARY KEY,
            noted_at \(sql.integer) NOT NULL
        )\(sql.table);
        """
    }

    /// New lines are appended, because identifiers start with the time. By it, lines are counted, and the oldest are found
    /// and removed, so the time needs no index.
    ///
    /// Lines cannot be changed. They can be removed only in a transaction that first states, in `audit_removals`, up to
    /// which time lines are removed. That time must be at least a day in the past.
    static func audit(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE audit (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes),
            event \(sql.key) NOT NULL,
            reason \(sql.text),
            client \(sql.text),
            platform \(sql.code),
            session_id \(sql.bytes),
            occurred_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX audit_by_account ON audit (account_id\(sql.thenID)) WHERE account_id IS NOT NULL;
        CREATE TABLE audit_removals (
            written_before \(sql.integer) NOT NULL,
            named_at \(sql.integer) NOT NULL,
            CHECK (written_before <= named_at - 86400000)
        )\(sql.keylessTable);
        \(sql.auditGuard)
        """
    }

    /// How often something happened on a day, for years: at most some hundred rows a day. `day` is the number of days
    /// since 1 January 1970. An empty text means none, because a column of the key cannot be NULL.
    static func dailyCounts(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE daily_counts (
            day \(sql.integer) NOT NULL,
            measure \(sql.key) NOT NULL,
            provider \(sql.key) NOT NULL,
            platform \(sql.key) NOT NULL,
            client \(sql.key) NOT NULL,
            detail \(sql.key) NOT NULL,
            count \(sql.integer) NOT NULL,
            PRIMARY KEY (day, measure, provider, platform, client, detail)
        )\(sql.table);
        """
    }
}

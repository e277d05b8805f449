extension Migration {
    /// What the app's backend is told, and was told lately. Appended, since identifiers begin with the time.
    static let events = Migration(
        number: 14,
        sql: """
            CREATE TABLE account_events (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                kind text COLLATE "C" NOT NULL,
                body text NOT NULL,
                created_at bigint NOT NULL,
                due_at bigint,
                attempts bigint NOT NULL,
                delivered_at bigint,
                last_code text
            );
            CREATE INDEX account_events_by_due ON account_events (due_at, id) WHERE due_at IS NOT NULL;
            CREATE INDEX account_events_by_creation ON account_events (created_at);
            CREATE INDEX account_events_given_up ON account_events (id) WHERE due_at IS NULL AND delivered_at IS NULL;
            """)
}

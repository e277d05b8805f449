extension Migration {
    /// Whether Apple ever took a token from its client. Every older one came from an exchange, so it did.
    static let seenAlive = Migration(
        number: 19,
        sql: """
            ALTER TABLE grants ADD COLUMN was_seen_alive boolean NOT NULL DEFAULT true;
            ALTER TABLE outbox ADD COLUMN was_seen_alive boolean NOT NULL DEFAULT true;
            """)
}

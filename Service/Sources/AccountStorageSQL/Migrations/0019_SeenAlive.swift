extension Migration {
    /// Whether Apple ever took a token from its client. Every older one came from an exchange, so it did.
    static let seenAlive = Migration(number: 19) { sql in
        """
        ALTER TABLE grants ADD COLUMN was_seen_alive \(sql.flag) NOT NULL DEFAULT \(sql.yes);
        ALTER TABLE outbox ADD COLUMN was_seen_alive \(sql.flag) NOT NULL DEFAULT \(sql.yes);
        """
    }
}

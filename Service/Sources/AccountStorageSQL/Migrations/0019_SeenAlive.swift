extension Migration {
    /// Whether Apple ever accepted a token from its client. All existing tokens come from code exchanges, so it did.
    static let seenAlive = Migration(number: 19) { sql in
        """
        ALTER TABLE grants ADD COLUMN was_seen_alive \(sql.flag) NOT NULL DEFAULT \(sql.yes);
        ALTER TABLE outbox ADD COLUMN was_seen_alive \(sql.flag) NOT NULL DEFAULT \(sql.yes);
        """
    }
}

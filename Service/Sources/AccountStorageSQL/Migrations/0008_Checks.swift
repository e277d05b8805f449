extension Migration {
    /// When a token was last checked with Apple, and times that the service records about itself.
    static let checks = Migration(number: 8) { sql in
        """
        ALTER TABLE grants ADD COLUMN checked_at \(sql.integer);
        CREATE TABLE marks (
            name \(sql.key) NOT NULL PRIMARY KEY,
            noted_at \(sql.integer) NOT NULL
        )\(sql.table);
        """
    }
}

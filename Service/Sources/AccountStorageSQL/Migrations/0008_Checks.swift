extension Migration {
    /// When Apple was last asked after a token, and what the service notes about itself.
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

extension Migration {
    /// When Apple was last asked after a token, and what the service notes about itself.
    static let checks = Migration(
        number: 8,
        sql: """
            ALTER TABLE grants ADD COLUMN checked_at INTEGER;
            CREATE TABLE marks (
                name TEXT NOT NULL PRIMARY KEY,
                noted_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """)
}

extension Migration {
    /// When Apple was last asked after a token, and what the service notes about itself.
    static let checks = Migration(
        number: 8,
        sql: """
            ALTER TABLE grants ADD COLUMN checked_at bigint;
            CREATE TABLE marks (
                name text COLLATE "C" NOT NULL PRIMARY KEY,
                noted_at bigint NOT NULL
            );
            """)
}

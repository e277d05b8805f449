extension Migration {
    /// Who people are at other providers, and how far imports are.
    static let imports = Migration(
        number: 15,
        sql: """
            CREATE TABLE foreign_identities (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL,
                issuer TEXT NOT NULL,
                subject TEXT NOT NULL,
                created_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX foreign_identities_by_account ON foreign_identities (account_id);
            CREATE TABLE user_imports (
                id BLOB NOT NULL PRIMARY KEY,
                position INTEGER NOT NULL,
                lines INTEGER NOT NULL,
                made INTEGER NOT NULL,
                unchanged INTEGER NOT NULL,
                conflicts INTEGER NOT NULL,
                refused INTEGER NOT NULL,
                started_at INTEGER NOT NULL,
                finished_at INTEGER
            ) STRICT, WITHOUT ROWID;
            """)
}

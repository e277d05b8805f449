extension Migration {
    /// Who people are at other providers, and how far imports are.
    static let imports = Migration(
        number: 15,
        sql: """
            CREATE TABLE foreign_identities (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                issuer text COLLATE "C" NOT NULL,
                subject text COLLATE "C" NOT NULL,
                created_at bigint NOT NULL
            );
            CREATE INDEX foreign_identities_by_account ON foreign_identities (account_id);
            CREATE TABLE user_imports (
                id bytea NOT NULL PRIMARY KEY,
                position bigint NOT NULL,
                lines bigint NOT NULL,
                made bigint NOT NULL,
                unchanged bigint NOT NULL,
                conflicts bigint NOT NULL,
                refused bigint NOT NULL,
                started_at bigint NOT NULL,
                finished_at bigint
            );
            """)
}

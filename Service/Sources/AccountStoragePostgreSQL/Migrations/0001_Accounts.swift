extension Migration {
    /// Accounts, identities and what is held under an identity.
    ///
    /// Every key contains the column by which its table could be spread over machines, so there is no foreign key
    /// from an identity to its account. Times are milliseconds since 1970. Texts that are compared or ordered are so
    /// byte by byte (`COLLATE "C"`), as in SQLite and whatever the database's locale. `issuer` is NULL for Apple, which is
    /// nearly every row.
    static let accounts = Migration(
        number: 1,
        sql: """
            CREATE TABLE accounts (
                id bytea NOT NULL PRIMARY KEY,
                given_name text,
                family_name text,
                email text COLLATE "C",
                is_email_verified boolean NOT NULL,
                is_private_email boolean NOT NULL,
                created_at bigint NOT NULL,
                disabled_at bigint
            );
            CREATE TABLE identities (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                issuer text COLLATE "C",
                team_id text COLLATE "C" NOT NULL,
                subject text COLLATE "C" NOT NULL,
                created_at bigint NOT NULL
            );
            CREATE TABLE grants (
                identity_id bytea NOT NULL,
                client_id text COLLATE "C" NOT NULL,
                sealed_refresh_token bytea,
                obtained_at bigint NOT NULL,
                PRIMARY KEY (identity_id, client_id)
            );
            CREATE TABLE kept_names (
                identity_id bytea NOT NULL PRIMARY KEY,
                sealed_name bytea NOT NULL,
                kept_at bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX kept_names_by_expiry ON kept_names (expires_at);
            """)
}

extension Migration {
    /// Accounts by their name in the app's own system, and what services show to be let in.
    ///
    /// `external_accounts` is a directory like `identities`: it would be spread by external id, `accounts` by account.
    static let externalAccounts = Migration(
        number: 9,
        sql: """
            ALTER TABLE accounts ADD COLUMN external_id text COLLATE "C";
            CREATE TABLE external_accounts (
                external_id text COLLATE "C" NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL
            );
            CREATE TABLE service_credentials (
                id bytea NOT NULL PRIMARY KEY,
                name text NOT NULL,
                key_hash bytea NOT NULL,
                scopes bigint NOT NULL,
                created_at bigint NOT NULL,
                revoked_at bigint
            );
            """)
}

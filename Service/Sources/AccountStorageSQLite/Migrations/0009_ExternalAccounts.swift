extension Migration {
    /// Accounts by their name in the app's own system, and what services show to be let in.
    ///
    /// `external_accounts` is a directory like `identities`: it would be spread by external id, `accounts` by account.
    static let externalAccounts = Migration(
        number: 9,
        sql: """
            ALTER TABLE accounts ADD COLUMN external_id TEXT;
            CREATE TABLE external_accounts (
                external_id TEXT NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE service_credentials (
                id BLOB NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                key_hash BLOB NOT NULL,
                scopes INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            ) STRICT, WITHOUT ROWID;
            """)
}

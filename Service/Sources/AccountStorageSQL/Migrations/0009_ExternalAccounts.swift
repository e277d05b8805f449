extension Migration {
    /// Accounts by their name in the app's own system, and the credentials of services.
    ///
    /// `external_accounts` is a lookup table. It would be sharded by external id, `accounts` by account.
    static let externalAccounts = Migration(number: 9) { sql in
        """
        ALTER TABLE accounts ADD COLUMN external_id \(sql.key);
        CREATE TABLE external_accounts (
            external_id \(sql.key) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL
        )\(sql.table);
        CREATE TABLE service_credentials (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            name \(sql.text) NOT NULL,
            key_hash \(sql.bytes) NOT NULL,
            scopes \(sql.integer) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            revoked_at \(sql.integer)
        )\(sql.table);
        """
    }
}

extension FirstSchema {
    static func accounts(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE accounts (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            given_name \(sql.text),
            family_name \(sql.text),
            email \(sql.key),
            is_email_verified \(sql.flag) NOT NULL,
            is_private_email \(sql.flag) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            disabled_at \(sql.integer),
            disabled_reason \(sql.code),
            erase_at \(sql.integer),
            has_own_name \(sql.flag) NOT NULL,
            real_person_signal \(sql.code),
            external_id \(sql.key)
        )\(sql.table);
        CREATE INDEX accounts_by_erasure ON accounts (erase_at) WHERE erase_at IS NOT NULL;
        """
    }

    /// Accounts by their name in the app's own system. It would be sharded by external id, `accounts` by account.
    static func externalAccounts(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE external_accounts (
            external_id \(sql.key) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL
        )\(sql.table);
        """
    }

    /// `issuer` is NULL for Apple, which saves 26 bytes in nearly every row. `moved_to` is the identity of the same person
    /// at the team to which the app was transferred.
    static func identities(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE identities (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            issuer \(sql.key),
            team_id \(sql.key) NOT NULL,
            subject \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            is_forwarding_off \(sql.flag) NOT NULL,
            moved_to \(sql.bytes)
        )\(sql.table);
        """
    }

    /// Reverses `identities`. It would be sharded by account, `identities` by identity.
    static func accountIdentities(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE account_identities (
            account_id \(sql.bytes) NOT NULL,
            identity_id \(sql.bytes) NOT NULL,
            PRIMARY KEY (account_id, identity_id)
        )\(sql.table);
        """
    }

    static func foreignIdentities(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE foreign_identities (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            issuer \(sql.key) NOT NULL,
            subject \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX foreign_identities_by_account ON foreign_identities (account_id);
        """
    }
}

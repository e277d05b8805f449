extension Migration {
    /// Columns, tables and indexes to list an account's sessions and identities, and to erase an account.
    ///
    /// `account_identities` reverses `identities`. It would be sharded by account, `identities` by identity.
    static let leaving = Migration(number: 4) { sql in
        """
        ALTER TABLE accounts ADD COLUMN disabled_reason \(sql.code);
        ALTER TABLE accounts ADD COLUMN erase_at \(sql.integer);
        ALTER TABLE accounts ADD COLUMN has_own_name \(sql.flag) NOT NULL DEFAULT \(sql.no);
        ALTER TABLE accounts ADD COLUMN real_person_signal \(sql.code);
        CREATE INDEX accounts_by_erasure ON accounts (erase_at) WHERE erase_at IS NOT NULL;
        ALTER TABLE identities ADD COLUMN is_forwarding_off \(sql.flag) NOT NULL DEFAULT \(sql.no);
        CREATE TABLE account_identities (
            account_id \(sql.bytes) NOT NULL,
            identity_id \(sql.bytes) NOT NULL,
            PRIMARY KEY (account_id, identity_id)
        )\(sql.table);
        INSERT INTO account_identities SELECT account_id, id FROM identities;
        CREATE INDEX sessions_by_account ON sessions (account_id\(sql.thenID));
        """
    }
}

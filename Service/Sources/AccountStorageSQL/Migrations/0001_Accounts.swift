extension Migration {
    /// Accounts, identities, and what is stored under an identity.
    ///
    /// Every primary key contains the column by which its table could be sharded, so there is no foreign key from an
    /// identity to its account. `issuer` is NULL for Apple, which saves 26 bytes in nearly every row.
    static let accounts = Migration(number: 1) { sql in
        """
        CREATE TABLE accounts (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            given_name \(sql.text),
            family_name \(sql.text),
            email \(sql.key),
            is_email_verified \(sql.flag) NOT NULL,
            is_private_email \(sql.flag) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            disabled_at \(sql.integer)
        )\(sql.table);
        CREATE TABLE identities (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            issuer \(sql.key),
            team_id \(sql.key) NOT NULL,
            subject \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE TABLE grants (
            identity_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            sealed_refresh_token \(sql.bytes),
            obtained_at \(sql.integer) NOT NULL,
            PRIMARY KEY (identity_id, client_id)
        )\(sql.table);
        CREATE TABLE kept_names (
            identity_id \(sql.bytes) NOT NULL PRIMARY KEY,
            sealed_name \(sql.bytes) NOT NULL,
            kept_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX kept_names_by_expiry ON kept_names (expires_at);
        """
    }
}

extension Migration {
    /// Passwords of accounts, and login names.
    ///
    /// `login_names` is a lookup table like `identities`. It would be sharded by its identifier, a hash of the name.
    static let passwords = Migration(number: 12) { sql in
        """
        CREATE TABLE account_passwords (
            account_id \(sql.bytes) NOT NULL PRIMARY KEY,
            hash \(sql.key) NOT NULL,
            changed_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE TABLE login_names (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            name \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            proven_at \(sql.integer)
        )\(sql.table);
        CREATE INDEX login_names_by_account ON login_names (account_id, id);
        CREATE TABLE password_tries (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            count \(sql.integer) NOT NULL,
            delayed_until \(sql.integer),
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX password_tries_by_expiry ON password_tries (expires_at);
        ALTER TABLE sign_in_attempts ADD COLUMN removes_password \(sql.flag) NOT NULL DEFAULT \(sql.no);
        """
    }
}

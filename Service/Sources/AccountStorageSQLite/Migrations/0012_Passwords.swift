extension Migration {
    /// Passwords of accounts, and the names that are typed with them.
    ///
    /// `login_names` is a directory like `identities`: it would be spread by its identifier, a hash of the name.
    static let passwords = Migration(
        number: 12,
        sql: """
            CREATE TABLE account_passwords (
                account_id BLOB NOT NULL PRIMARY KEY,
                hash TEXT NOT NULL,
                changed_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE login_names (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL,
                name TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                proven_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX login_names_by_account ON login_names (account_id, id);
            CREATE TABLE password_tries (
                id BLOB NOT NULL PRIMARY KEY,
                count INTEGER NOT NULL,
                delayed_until INTEGER,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX password_tries_by_expiry ON password_tries (expires_at);
            ALTER TABLE sign_in_attempts ADD COLUMN removes_password INTEGER NOT NULL DEFAULT 0;
            """)
}

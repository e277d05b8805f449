extension Migration {
    /// Passwords of accounts, and the names that are typed with them.
    ///
    /// `login_names` is a directory like `identities`: it would be spread by its identifier, a hash of the name.
    static let passwords = Migration(
        number: 12,
        sql: """
            CREATE TABLE account_passwords (
                account_id bytea NOT NULL PRIMARY KEY,
                hash text COLLATE "C" NOT NULL,
                changed_at bigint NOT NULL
            );
            CREATE TABLE login_names (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                name text COLLATE "C" NOT NULL,
                created_at bigint NOT NULL,
                proven_at bigint
            );
            CREATE INDEX login_names_by_account ON login_names (account_id, id);
            CREATE TABLE password_tries (
                id bytea NOT NULL PRIMARY KEY,
                count bigint NOT NULL,
                delayed_until bigint,
                expires_at bigint NOT NULL
            );
            CREATE INDEX password_tries_by_expiry ON password_tries (expires_at);
            ALTER TABLE sign_in_attempts ADD COLUMN removes_password boolean NOT NULL DEFAULT false;
            """)
}

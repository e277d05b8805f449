extension FirstSchema {
    static func accountPasswords(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE account_passwords (
            account_id \(sql.bytes) NOT NULL PRIMARY KEY,
            hash \(sql.key) NOT NULL,
            changed_at \(sql.integer) NOT NULL
        )\(sql.table);
        """
    }

    /// Accounts by the names that people type. It would be sharded by its identifier, a hash of the name.
    static func loginNames(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE login_names (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            name \(sql.key) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            proven_at \(sql.integer)
        )\(sql.table);
        CREATE INDEX login_names_by_account ON login_names (account_id, id);
        """
    }

    static func passwordTries(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE password_tries (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            count \(sql.integer) NOT NULL,
            delayed_until \(sql.integer),
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX password_tries_by_expiry ON password_tries (expires_at);
        """
    }

    /// The table is small, because a row exists only for minutes.
    static func mailedTokens(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE mailed_tokens (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            purpose \(sql.code) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            login_name_id \(sql.bytes) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX mailed_tokens_by_account ON mailed_tokens (account_id);
        CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at);
        """
    }

    /// Messages that wait to be sent. The table is small, because a message is removed when it was sent.
    static func outgoingMail(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE outgoing_mail (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            sealed_message \(sql.bytes) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            due_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            attempts \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX outgoing_mail_by_due ON outgoing_mail (due_at, id);
        CREATE INDEX outgoing_mail_by_account ON outgoing_mail (account_id);
        """
    }

    /// Messages that the app's backend asked for, for a week. `id` is that of the message in `outgoing_mail`.
    static func mailRequests(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE mail_requests (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            content_hash \(sql.bytes) NOT NULL,
            state \(sql.code) NOT NULL,
            created_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX mail_requests_by_account ON mail_requests (account_id, created_at);
        CREATE INDEX mail_requests_by_age ON mail_requests (created_at);
        """
    }
}

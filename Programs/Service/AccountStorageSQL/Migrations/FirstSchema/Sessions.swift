extension FirstSchema {
    /// New rows are appended, because their identifiers start with the time.
    ///
    /// `counter` is the number of the newest refresh token, `first_counter` that of the oldest unused one, and
    /// `used_counter` that of the one that was used last. `expiry_day` is the day of `expires_at`. A renewal that does
    /// not change it changes no index, so PostgreSQL can store the new row version on the same page (a heap-only tuple
    /// update, https://www.postgresql.org/docs/current/storage-hot.html). `identity_id` and `apple_client_id` name the
    /// grant under which the session began.
    static func sessions(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE sessions (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes) NOT NULL,
            client_id \(sql.key) NOT NULL,
            platform \(sql.code) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            authenticated_at \(sql.integer) NOT NULL,
            counter \(sql.integer) NOT NULL,
            first_counter \(sql.integer) NOT NULL,
            used_counter \(sql.integer) NOT NULL,
            renewed_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            ended_at \(sql.integer),
            expiry_day \(sql.integer) NOT NULL,
            identity_id \(sql.bytes),
            apple_client_id \(sql.key),
            browser \(sql.text)
        )\(sql.updatedTable);
        CREATE INDEX sessions_by_account ON sessions (account_id\(sql.thenID));
        CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day);
        CREATE INDEX sessions_by_end ON sessions (ended_at, id) WHERE ended_at IS NOT NULL;
        """
    }

    /// Codes of the OpenID Provider. The table is small, because a row exists only for a day.
    static func authorizationCodes(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE authorization_codes (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            client \(sql.key) NOT NULL,
            redirect_uri \(sql.text) NOT NULL,
            scope \(sql.text) NOT NULL,
            code_challenge \(sql.text),
            nonce \(sql.text),
            claims \(sql.text),
            parent_id \(sql.bytes) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            created_at \(sql.integer) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            used_at \(sql.integer),
            session_id \(sql.bytes)
        )\(sql.table);
        CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at);
        """
    }

    /// A row belongs to the row of `sessions` with the same identifier. It is in a table of its own, so that other
    /// sessions do not get larger. Notices of logouts that are due are found by client, so that one client's backlog
    /// does not hold up another's.
    static func clientSessions(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE client_sessions (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            parent_id \(sql.bytes) NOT NULL,
            account_id \(sql.bytes) NOT NULL,
            client \(sql.key) NOT NULL,
            scope \(sql.text) NOT NULL,
            claims \(sql.text),
            is_detached \(sql.flag) NOT NULL,
            expires_at \(sql.integer) NOT NULL,
            logout_due_at \(sql.integer),
            logout_attempts \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX client_sessions_by_parent ON client_sessions (parent_id, client\(sql.thenID));
        CREATE INDEX client_sessions_by_account ON client_sessions (account_id\(sql.thenID));
        CREATE INDEX client_sessions_by_expiry ON client_sessions (expires_at);
        CREATE INDEX client_sessions_by_logout ON client_sessions (client, logout_due_at\(sql.thenID))
            WHERE logout_due_at IS NOT NULL;
        """
    }

    static func clientConsents(_ sql: SQLDialect) -> String {
        """
        CREATE TABLE client_consents (
            account_id \(sql.bytes) NOT NULL,
            client \(sql.key) NOT NULL,
            scope \(sql.text) NOT NULL,
            given_at \(sql.integer) NOT NULL,
            PRIMARY KEY (account_id, client)
        )\(sql.table);
        """
    }
}

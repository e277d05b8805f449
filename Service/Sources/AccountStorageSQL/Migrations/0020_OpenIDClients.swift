extension Migration {
    /// Codes, sessions and consents of the OpenID Provider's clients.
    ///
    /// `authorization_codes` is small, because a row exists only for a day. A row of `client_sessions` belongs to the row
    /// of `sessions` with the same identifier. It is in a table of its own, so that other sessions do not get larger.
    static let openIDClients = Migration(number: 20) { sql in
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
        CREATE INDEX client_sessions_by_parent ON client_sessions (parent_id);
        CREATE INDEX client_sessions_by_account ON client_sessions (account_id\(sql.thenID));
        CREATE INDEX client_sessions_by_expiry ON client_sessions (expires_at);
        CREATE INDEX client_sessions_by_logout ON client_sessions (logout_due_at\(sql.thenID))
            WHERE logout_due_at IS NOT NULL;
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

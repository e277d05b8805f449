extension Migration {
    /// Mailed tokens, and messages that wait to be sent. The tables are small, because a row exists only for minutes.
    static let mail = Migration(number: 13) { sql in
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
}

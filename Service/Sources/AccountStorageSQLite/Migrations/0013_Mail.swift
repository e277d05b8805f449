extension Migration {
    /// Mailed tokens, and messages that wait to be sent. All small: a row lives for minutes.
    static let mail = Migration(
        number: 13,
        sql: """
            CREATE TABLE mailed_tokens (
                id BLOB NOT NULL PRIMARY KEY,
                purpose INTEGER NOT NULL,
                account_id BLOB NOT NULL,
                login_name_id BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX mailed_tokens_by_account ON mailed_tokens (account_id);
            CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at);
            CREATE TABLE outgoing_mail (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB NOT NULL,
                sealed_message BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                due_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                attempts INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX outgoing_mail_by_due ON outgoing_mail (due_at, id);
            CREATE INDEX outgoing_mail_by_account ON outgoing_mail (account_id);
            """)
}

extension Migration {
    /// Mailed tokens, and messages that wait to be sent. All small: a row lives for minutes.
    static let mail = Migration(
        number: 13,
        sql: """
            CREATE TABLE mailed_tokens (
                id bytea NOT NULL PRIMARY KEY,
                purpose smallint NOT NULL,
                account_id bytea NOT NULL,
                login_name_id bytea NOT NULL,
                created_at bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX mailed_tokens_by_account ON mailed_tokens (account_id);
            CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at);
            CREATE TABLE outgoing_mail (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea NOT NULL,
                sealed_message bytea NOT NULL,
                created_at bigint NOT NULL,
                due_at bigint NOT NULL,
                expires_at bigint NOT NULL,
                attempts bigint NOT NULL
            );
            CREATE INDEX outgoing_mail_by_due ON outgoing_mail (due_at, id);
            CREATE INDEX outgoing_mail_by_account ON outgoing_mail (account_id);
            """)
}

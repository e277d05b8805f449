extension Migration {
    /// The audit: appended, since identifiers begin with the time; removed from the old end.
    static let audit = Migration(
        number: 7,
        sql: """
            CREATE TABLE audit (
                id bytea NOT NULL PRIMARY KEY,
                account_id bytea,
                event text COLLATE "C" NOT NULL,
                reason text,
                client text,
                platform smallint,
                session_id bytea,
                occurred_at bigint NOT NULL
            );
            CREATE INDEX audit_by_account ON audit (account_id, id) WHERE account_id IS NOT NULL;
            CREATE INDEX audit_by_time ON audit (occurred_at);
            """)
}

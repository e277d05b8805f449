extension Migration {
    /// The audit: appended, since identifiers begin with the time; removed from the old end.
    static let audit = Migration(
        number: 7,
        sql: """
            CREATE TABLE audit (
                id BLOB NOT NULL PRIMARY KEY,
                account_id BLOB,
                event TEXT NOT NULL,
                reason TEXT,
                client TEXT,
                platform INTEGER,
                session_id BLOB,
                occurred_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX audit_by_account ON audit (account_id) WHERE account_id IS NOT NULL;
            CREATE INDEX audit_by_time ON audit (occurred_at);
            """)
}

extension Migration {
    /// The audit. New lines are appended, because identifiers start with the time. The oldest lines are removed first.
    static let audit = Migration(number: 7) { sql in
        """
        CREATE TABLE audit (
            id \(sql.bytes) NOT NULL PRIMARY KEY,
            account_id \(sql.bytes),
            event \(sql.key) NOT NULL,
            reason \(sql.text),
            client \(sql.text),
            platform \(sql.code),
            session_id \(sql.bytes),
            occurred_at \(sql.integer) NOT NULL
        )\(sql.table);
        CREATE INDEX audit_by_account ON audit (account_id\(sql.thenID)) WHERE account_id IS NOT NULL;
        CREATE INDEX audit_by_time ON audit (occurred_at);
        """
    }
}

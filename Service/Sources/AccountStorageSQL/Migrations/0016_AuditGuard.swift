extension Migration {
    /// Lines of the audit are never changed, and removed only by a statement that named, in its transaction, up to which
    /// moment they are over: never the last day.
    package static let auditGuard = Migration(number: 16) { sql in
        """
        CREATE TABLE audit_removals (
            written_before \(sql.integer) NOT NULL,
            named_at \(sql.integer) NOT NULL,
            CHECK (written_before <= named_at - 86400000)
        )\(sql.keylessTable);
        \(sql.auditGuard)
        """
    }
}

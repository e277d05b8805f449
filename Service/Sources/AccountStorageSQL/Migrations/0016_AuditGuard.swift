extension Migration {
    /// Lines of the audit cannot be changed. They can be removed only in a transaction that first states, in
    /// `audit_removals`, up to which time lines are removed. That time must be at least a day in the past.
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

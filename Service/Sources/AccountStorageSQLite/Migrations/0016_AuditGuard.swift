extension Migration {
    /// Lines of the audit are never changed, and removed only by a statement that named, in its transaction, up to which
    /// moment they are over: never the last day.
    static let auditGuard = Migration(
        number: 16,
        sql: """
            CREATE TABLE audit_removals (
                written_before INTEGER NOT NULL,
                named_at INTEGER NOT NULL,
                CHECK (written_before <= named_at - 86400000)
            ) STRICT;
            CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
            BEGIN
                SELECT RAISE(ABORT, 'lines of the audit are not changed');
            END;
            CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
            WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
            BEGIN
                SELECT RAISE(ABORT, 'lines of the audit are not replaced');
            END;
            CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
            WHEN NOT EXISTS (SELECT 1 FROM audit_removals WHERE OLD.occurred_at < written_before)
            BEGIN
                SELECT RAISE(ABORT, 'lines of the audit are kept until their time is over');
            END;
            """)
}

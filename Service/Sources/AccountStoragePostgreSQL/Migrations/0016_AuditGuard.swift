extension Migration {
    /// Lines of the audit are never changed, and removed only by a statement that named, in its transaction, up to which
    /// moment they are over: never the last day.
    static let auditGuard = Migration(
        number: 16,
        sql: """
            CREATE TABLE audit_removals (
                written_before bigint NOT NULL,
                named_at bigint NOT NULL,
                CHECK (written_before <= named_at - 86400000)
            );
            CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                IF TG_OP = 'DELETE' THEN
                    IF EXISTS (SELECT 1 FROM audit_removals WHERE OLD.occurred_at < written_before) THEN
                        RETURN OLD;
                    END IF;
                END IF;
                RAISE EXCEPTION 'lines of the audit are not changed, and kept until their time is over'
                    USING ERRCODE = 'restrict_violation';
            END
            $$;
            CREATE TRIGGER audit_is_kept BEFORE UPDATE OR DELETE ON audit
                FOR EACH ROW EXECUTE FUNCTION keep_audit();
            CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
                FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
            """)
}

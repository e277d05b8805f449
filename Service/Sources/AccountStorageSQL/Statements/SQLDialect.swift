/// Where the SQL of two engines differs. Everything else is written once.
package struct SQLDialect: Sendable {
    /// What stands before the number of a parameter.
    package let parameter: String
    /// Ends a SELECT of rows to be worked on: rows that another worker is taking just now are left to it instead of
    /// waited for. SQLite has one writer.
    let skippingLockedRows: String

    /// Bytes, and sixteen of them for an identifier.
    let bytes: String
    /// Text that is only read.
    let text: String
    /// Text that is compared or ordered: byte by byte, whatever the database's locale.
    let key: String
    /// Times (milliseconds since 1970) and counts.
    let integer: String
    /// A place in a list of codes.
    let code: String
    /// A truth value, with the words for its two values.
    let flag: String
    let no: String
    let yes: String
    /// Ends a CREATE TABLE. In SQLite rows live in their key's tree: one tree, not two.
    let table: String
    /// Ends the CREATE TABLE of rows that are often updated: PostgreSQL's pages keep a tenth of their room, so that a new
    /// version of a row goes beside the old one (a "heap-only" update).
    let updatedTable: String
    /// Ends the CREATE TABLE of a table without a key.
    let keylessTable: String
    /// Ends the columns of an index whose rows are read in the order of their keys. SQLite ends every index that way.
    let thenID: String
    /// Keeps lines of the audit from being changed, and from being removed before their time. Triggers have no common form.
    let auditGuard: String
}

extension SQLDialect {
    /// SQLite 3.35 or newer.
    package static let sqlite = SQLDialect(
        parameter: "?", skippingLockedRows: "",
        bytes: "BLOB", text: "TEXT", key: "TEXT", integer: "INTEGER", code: "INTEGER", flag: "INTEGER", no: "0",
        yes: "1", table: " STRICT, WITHOUT ROWID", updatedTable: " STRICT, WITHOUT ROWID", keylessTable: " STRICT",
        thenID: "",
        auditGuard: """
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

    /// PostgreSQL, and engines that speak its language.
    package static let postgreSQL = SQLDialect(
        parameter: "$", skippingLockedRows: " FOR UPDATE SKIP LOCKED",
        bytes: "bytea", text: "text", key: #"text COLLATE "C""#, integer: "bigint", code: "smallint", flag: "boolean",
        no: "false", yes: "true", table: "", updatedTable: " WITH (fillfactor = 90)", keylessTable: "",
        thenID: ", id",
        auditGuard: """
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

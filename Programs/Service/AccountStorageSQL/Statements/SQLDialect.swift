/// The parts of the SQL that differ between the engines. Everything else is shared.
package struct SQLDialect: Sendable {
    /// The prefix of a parameter's number.
    package let parameter: String
    /// Ends a SELECT of rows that a worker takes. It skips rows that another worker is taking instead of waiting for
    /// them. Empty for SQLite, which has only one writer.
    let skippingLockedRows: String

    /// Bytes. Identifiers are sixteen bytes.
    let bytes: String
    /// Text that is neither compared nor ordered.
    let text: String
    /// Text that is compared or ordered byte by byte, regardless of the database's locale.
    let key: String
    /// Times (milliseconds since 1970) and counts.
    let integer: String
    /// An index in a list of codes.
    let code: String
    /// A Boolean.
    let flag: String
    /// Ends a CREATE TABLE. SQLite stores the rows in the B-tree of the primary key instead of having two B-trees.
    let table: String
    /// Ends the CREATE TABLE of rows that are often updated. PostgreSQL's pages leave a tenth of their space free, so
    /// that a new row version can be stored on the same page (a heap-only tuple update).
    let updatedTable: String
    /// Ends the CREATE TABLE of a table without a primary key.
    let keylessTable: String
    /// Ends the columns of an index whose rows are read in the order of their primary keys. SQLite always appends the
    /// key.
    let thenID: String
    /// Begins an UPDATE that must change a row and fails by itself where it changes none. Empty for SQLite, whose count of
    /// changed rows is judged at once.
    let requiredStart: String
    /// Ends such an UPDATE.
    let requiredEnd: String
    /// Prevents changes to lines of the audit, and their early removal. The engines have no common syntax for triggers.
    let auditGuard: String
}

extension SQLDialect {
    /// SQLite 3.37 or newer (3.35 for RETURNING, 3.37 for STRICT tables).
    package static let sqlite = SQLDialect(
        parameter: "?", skippingLockedRows: "",
        bytes: "BLOB", text: "TEXT", key: "TEXT", integer: "INTEGER", code: "INTEGER", flag: "INTEGER",
        table: " STRICT, WITHOUT ROWID", updatedTable: " STRICT, WITHOUT ROWID", keylessTable: " STRICT", thenID: "",
        requiredStart: "", requiredEnd: "",
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

    /// PostgreSQL, and engines that understand its SQL.
    package static let postgreSQL = SQLDialect(
        parameter: "$", skippingLockedRows: " FOR UPDATE SKIP LOCKED",
        bytes: "bytea", text: "text", key: #"text COLLATE "C""#, integer: "bigint", code: "smallint", flag: "boolean",
        table: "", updatedTable: " WITH (fillfactor = 90)", keylessTable: "", thenID: ", id",
        // The division by zero ends the transaction, so a COMMIT that was sent with the statement does not run.
        requiredStart: "WITH changed AS (", requiredEnd: " RETURNING 1) SELECT 1 / count(*) FROM changed",
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

import AccountStorage
import AccountStorageSQL
import Foundation
import Testing
import Waiting

@testable import AccountStoragePostgreSQL

extension Trait where Self == ConditionTrait {
    /// Skips the tests without a server, except if CI is set: there, a missing server is a failure.
    static var needsServer: Self {
        let environment = ProcessInfo.processInfo.environment
        return .enabled(
            "no server: run by Scripts/with-postgresql",
            { environment["TEST_POSTGRESQL_URL"] != nil || environment["CI"] != nil })
    }
}

/// A new schema on the server of Scripts/with-postgresql. It is dropped after the test.
final class FreshSchema: Sendable {
    let name: String
    /// The server's address, with this schema as the search path, and without the three seconds in which a connection
    /// is made or given up, which a busy machine can exceed.
    let url: String

    init(onServer address: String? = nil) throws {
        let given = address ?? ProcessInfo.processInfo.environment["TEST_POSTGRESQL_URL"]
        let server = try #require(given, "TEST_POSTGRESQL_URL is not set")
        name = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        url = "\(server)?connect_timeout=\(Patience.seconds)&options=-csearch_path%3D\(name)"
        try PostgreSQLConnection(url: url).command("CREATE SCHEMA \(name)")
    }

    deinit {
        _ = try? PostgreSQLConnection(url: url).command("DROP SCHEMA \(name) CASCADE")
    }

    /// Opens the database without the limits on time and attempts that a busy machine could reach: a transaction that
    /// is stopped in mid-commit lets all that meet it try again.
    func openDatabase(_ edit: (inout PostgreSQLOptions) -> Void = { _ in }) throws -> PostgreSQLAccountDatabase {
        var options = PostgreSQLOptions()
        options.createIfMissing = true
        options.waitLimit = Double(Patience.seconds)
        options.statementTimeout = Double(Patience.seconds)
        options.attemptLimit = 1_000_000
        edit(&options)
        return try PostgreSQLAccountDatabase(url: url, options: options)
    }

    /// Opens another connection to the schema, like another process.
    func openBeside() throws -> PostgreSQLConnection {
        try PostgreSQLConnection(url: url)
    }

    func migrate(through steps: [Migration] = Migration.all) throws {
        try SchemaVersion(connection: openBeside(), steps: steps, mayCreate: true, mayMigrate: true).migrate()
    }

    /// The columns, storage options, indexes, triggers and version of the schema.
    func dump() throws -> String {
        let rows = try openBeside().execute(
            """
            SELECT line FROM (
                SELECT 1 AS part, c.relname AS name, a.attnum::bigint AS place,
                    c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                    || CASE WHEN a.attcollation = 'pg_catalog."C"'::regcollation THEN ' COLLATE "C"' ELSE '' END
                    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
                    || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
                FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
                WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
                UNION ALL
                SELECT 2, c.relname, 0, c.relname || ' WITH ' || array_to_string(c.reloptions, ', ')
                FROM pg_class c
                WHERE c.relnamespace = current_schema()::regnamespace AND c.reloptions IS NOT NULL
                UNION ALL
                SELECT 3, tablename || ' ' || indexname, 0, replace(indexdef, schemaname || '.', '')
                FROM pg_indexes WHERE schemaname = current_schema()
                UNION ALL
                SELECT 4, '', 0, 'schema_version ' || version FROM schema_version
                UNION ALL
                SELECT 5, t.tgname, 0, replace(pg_get_triggerdef(t.oid), current_schema() || '.', '')
                FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
            ) AS lines ORDER BY part, name COLLATE "C", place
            """, [])
        var lines: [String] = []
        while var row = rows.next() { lines.append(row.optionalText() ?? "") }
        return lines.joined(separator: "\n")
    }
}

extension PostgreSQLConnection {
    /// Runs a statement that only a test needs.
    func execute(_ sql: String, _ values: [SQLValue]) throws(PostgreSQLError) -> PostgreSQLRows {
        try execute(SQLStatement(sql), values)
    }
}

extension PostgreSQLTransaction {
    /// Runs a statement that only a test needs, and reads its first row.
    func ask<Value>(_ sql: String, read: (inout SQLRow) -> Value?) throws(StorageFailure) -> Value? {
        var found: Value?
        _ = try run(SQLStatement(sql), []) { row throws(StorageFailure) in
            found = read(&row)
            return false
        }
        return found
    }
}

extension PostgreSQLRows {
    /// The integer in the first column of the next row.
    var firstInteger: Int64? {
        var row = next()
        return row?.optionalInteger()
    }
}

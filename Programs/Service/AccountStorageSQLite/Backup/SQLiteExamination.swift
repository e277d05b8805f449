internal import AccountStorageSQL
internal import Foundation
internal import GRDB

/// What a database file contains, and what is wrong with it. The file is only read.
package struct SQLiteExamination: Sendable, Equatable {
    /// The number of its schema.
    package let schema: Int
    /// How many accounts there are; `nil` if the damage prevents counting.
    package let accounts: Int?
    /// How many sessions there are; `nil` if the damage prevents counting.
    package let sessions: Int?
    /// The damage, a sentence for each; empty if there is none.
    package let faults: [String]

    /// Examines the file at a path. Throws if it cannot be opened or is another program's.
    package init(_ path: String) throws {
        let connection = try ReadOnlyFile.open(path)
        do {
            self = try connection.read { database in try SQLiteExamination(database) }
            try connection.close()
        } catch let error as DatabaseError {
            throw SQLiteOpeningFailure(error, path: path)
        }
    }

    private init(_ database: Database) throws {
        guard try SchemaVersion.isOwn(database) else { throw SQLiteOpeningFailure.notAnAccountDatabase }
        schema = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let report = try String.fetchAll(database, sql: "PRAGMA integrity_check(10)")
        guard report == ["ok"] else {
            // A damaged file cannot be counted.
            (accounts, sessions, faults) = (nil, nil, report)
            return
        }
        accounts = try Int.fetchOne(database, sql: "SELECT count(*) FROM accounts") ?? 0
        sessions = try Int.fetchOne(database, sql: "SELECT count(*) FROM sessions") ?? 0
        // Another schema may have other tables.
        faults = schema == Migration.all.count ? try Self.orphans(database) : []
    }

    /// Rows whose account or identity is missing. The service removes them together.
    private static func orphans(_ database: Database) throws -> [String] {
        let owners = [
            ("identities", "account_id", "accounts"), ("account_identities", "account_id", "accounts"),
            ("account_passwords", "account_id", "accounts"), ("external_accounts", "account_id", "accounts"),
            ("foreign_identities", "account_id", "accounts"), ("login_names", "account_id", "accounts"),
            ("grants", "identity_id", "identities"),
        ]
        return try owners.compactMap { table, column, owner in
            let count =
                try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM \(table) WHERE \(column) NOT IN (SELECT id FROM \(owner))") ?? 0
            return count == 0 ? nil : "\(count) rows of \(table) belong to no row of \(owner)"
        }
    }
}

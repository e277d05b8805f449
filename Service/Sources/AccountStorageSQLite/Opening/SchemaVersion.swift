internal import AccountStorageSQL
package import GRDB

/// Checks and migrates the schema of a database.
package struct SchemaVersion {
    /// Marks a file as this program's ("SIWA"), so that another program's database is not migrated by mistake.
    package static let applicationID: Int = 0x5349_5741

    /// Migrates the schema to `target`, each migration in its own transaction, so that an interrupted upgrade can
    /// resume.
    ///
    /// GRDB's own migrator checks the version before its transaction, so two processes that start together would
    /// collide. Here the check is inside the transaction. A file that is refused is not changed.
    package static func migrate(
        _ database: Database, isNew: Bool, mayMigrate: Bool, to target: Int = Migration.all.count
    ) throws {
        var isFinished = false
        while !isFinished {
            try database.inTransaction(.immediate) {
                let current = try check(database, isNew: isNew)
                guard let next = Migration.all.first(where: { $0.number == current + 1 }), next.number <= target else {
                    isFinished = true
                    return .commit
                }
                guard mayMigrate || isNew else {
                    throw SQLiteOpeningFailure.olderSchema(found: current, needed: target)
                }
                try database.execute(sql: next.sql(.sqlite))
                try database.execute(sql: "PRAGMA user_version = \(next.number)")
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                return .commit
            }
        }
    }

    /// The numbers of the migrations that the file lacks; `nil` if it lacks none. Throws for another program's file.
    package static func missingSteps(_ database: Database) throws -> ClosedRange<Int>? {
        let current = try check(database, isNew: false)
        return current < Migration.all.count ? current + 1...Migration.all.count : nil
    }

    /// Whether the file is this program's database, with any schema.
    static func isOwn(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID
    }

    /// The number of the file's last migration. Throws if the file is another program's, or newer than this program.
    private static func check(_ database: Database, isNew: Bool) throws -> Int {
        let current = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard application == applicationID || (isNew && current == 0) else {
            throw SQLiteOpeningFailure.notAnAccountDatabase
        }
        guard current <= Migration.all.count else {
            throw SQLiteOpeningFailure.newerSchema(found: current, known: Migration.all.count)
        }
        return current
    }
}

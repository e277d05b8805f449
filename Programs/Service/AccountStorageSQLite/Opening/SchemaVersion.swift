internal import AccountStorageSQL
internal import GRDB

/// Checks and migrates the schema of a database.
struct SchemaVersion {
    /// The steps that this program knows, in order.
    let steps: [Migration]

    /// Marks a file as this program's ("SIWA"), so that another program's database is not migrated by mistake.
    static let applicationID: Int = 0x5349_5741

    /// Performs the missing steps, each in its own transaction, so that an interrupted upgrade can resume.
    ///
    /// GRDB's own migrator checks the version before its transaction, so two processes that start together would
    /// collide. Here the check is inside the transaction. A file that is refused is not changed.
    func migrate(_ database: Database, isNew: Bool, mayMigrate: Bool) throws {
        var isFinished = false
        while !isFinished {
            try database.inTransaction(.immediate) {
                let current = try check(database, isNew: isNew)
                guard let next = steps.first(where: { $0.number == current + 1 }) else {
                    isFinished = true
                    return .commit
                }
                guard mayMigrate || isNew else {
                    throw SQLiteOpeningFailure.olderSchema(found: current, needed: steps.count)
                }
                try database.execute(sql: next.sql(.sqlite))
                try database.execute(sql: "PRAGMA user_version = \(next.number)")
                try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                return .commit
            }
        }
    }

    /// Whether the file is this program's database, with any schema.
    static func isOwn(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID
    }

    /// The number of the file's last step. Throws if the file is another program's, or newer than this program.
    private func check(_ database: Database, isNew: Bool) throws -> Int {
        let current = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard application == Self.applicationID || (isNew && current == 0) else {
            throw SQLiteOpeningFailure.notAnAccountDatabase
        }
        guard current <= steps.count else {
            throw SQLiteOpeningFailure.newerSchema(found: current, known: steps.count)
        }
        return current
    }
}

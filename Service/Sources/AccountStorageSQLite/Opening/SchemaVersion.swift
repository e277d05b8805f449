internal import AccountStorageSQL
package import GRDB

/// What the schema is before and after opening.
package struct SchemaVersion {
    /// Marks a file as ours ("SIWA"), so that somebody else's database is not migrated by mistake.
    package static let applicationID: Int = 0x5349_5741

    /// Brings the schema to `target`, one transaction for each step, so that an interrupted upgrade resumes.
    ///
    /// GRDB's own migrator looks and then migrates; two processes that start together would collide. Here the look is
    /// inside the step's transaction. What is refused throws before anything is written.
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

    /// The numbers of the steps that a file of ours lacks; `nil` where it lacks none. Refuses what is not ours.
    package static func missingSteps(_ database: Database) throws -> ClosedRange<Int>? {
        let current = try check(database, isNew: false)
        return current < Migration.all.count ? current + 1...Migration.all.count : nil
    }

    /// The number of the last step that the file has; refuses files that are not ours or newer than we are.
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

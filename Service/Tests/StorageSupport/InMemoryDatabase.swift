package import AccountStorageSQLite

extension SQLiteAccountDatabase {
    /// A database in memory. Without one no test means anything, so failing to make one ends the run.
    package static func inMemory() -> SQLiteAccountDatabase {
        do {
            return try SQLiteAccountDatabase(inMemory: SQLiteOptions())
        } catch {
            preconditionFailure("no database in memory: \(error)")
        }
    }
}

package import AccountStorageSQLite

extension SQLiteAccountDatabase {
    /// Creates a database in memory. Failing to create it ends the test run, because no test would be meaningful.
    package static func inMemory() -> SQLiteAccountDatabase {
        do {
            return try SQLiteAccountDatabase(inMemory: SQLiteOptions())
        } catch {
            preconditionFailure("no database in memory: \(error)")
        }
    }
}

import AccountStorageConformance
import AccountStorageSQLite
import Testing

struct `The SQLite database` {
    @Test(arguments: ConformanceCase.all)
    func `keeps its promises`(_ promise: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        let database = try folder.openDatabase()
        try await promise.run(database)
        await database.close()
    }
}

import AccountStorageConformance
import AccountStoragePostgreSQL
import Testing

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `The PostgreSQL database` {
    @Test(arguments: ConformanceCase.all)
    func `keeps its promises`(_ promise: ConformanceCase) async throws {
        let schema = try FreshSchema()
        let database = try schema.openDatabase()
        try await promise.run(database)
        await database.close()
    }
}

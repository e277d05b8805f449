import AccountStorageConformance
import AccountStoragePostgreSQL
import StorageSupport
import Testing

@Suite(.needsServer, .timeLimit(.minutes(30))) struct `The PostgreSQL database` {
    /// One after another: on a busy machine, all at once would take more connections than the server has.
    @Test(.serialized, arguments: ConformanceCase.all)
    func `keeps its promises`(_ promise: ConformanceCase) async throws {
        let schema = try FreshSchema()
        let database = try schema.openDatabase()
        try await promise.run(database)
        await database.close()
    }

    @Test func `answers ten thousand random histories as the reference does`() async throws {
        let schema = try FreshSchema()
        let database = try schema.openDatabase()
        let difference = try await firstDifference(of: database)
        #expect(difference == nil)
        await database.close()
    }
}

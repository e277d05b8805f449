import AccountStoragePostgreSQL
import Foundation
import GrantHistories
import Testing

@Suite(.needsServer) struct `Grants on PostgreSQL` {
    private let schema: FreshSchema

    init() throws { schema = try FreshSchema() }

    @Test func `live as at Apple, whatever the order of events`() async throws {
        let count = ProcessInfo.processInfo.environment["GRANT_HISTORIES"].flatMap { Int($0) } ?? 50
        let database = try schema.openDatabase()
        let broken = try await firstBrokenHistory(of: count, on: database)
        #expect(broken == nil)
        await database.close()
    }
}

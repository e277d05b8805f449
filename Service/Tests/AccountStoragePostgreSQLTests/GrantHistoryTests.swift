import AccountStoragePostgreSQL
import Foundation
import GrantHistories
import Testing

@Suite(.needsServer) struct `Grants on PostgreSQL` {
    @Test func `live as at Apple, whatever the order of events`() async throws {
        let count = ProcessInfo.processInfo.environment["GRANT_HISTORIES"].flatMap { Int($0) } ?? 50
        let database = try FreshSchema().openDatabase()
        #expect(try await firstBrokenHistory(of: count, on: database) == nil)
        await database.close()
    }
}

import AccountStorageSQLite
import Foundation
import GrantHistories
import StorageSupport
import Testing

/// Random histories of people, Apple and the service. `GRANT_HISTORIES` is their number; Scripts/night runs ten thousand.
@Suite struct GrantHistoryTests {
    @Test func `ends sessions as Apple does, and loses no token, whatever the order of events`() async throws {
        let count = ProcessInfo.processInfo.environment["GRANT_HISTORIES"].flatMap { Int($0) } ?? 150
        let database = SQLiteAccountDatabase.inMemory()
        let broken = try await firstBrokenHistory(of: count, on: database)
        #expect(broken == nil)
        await database.close()
    }
}

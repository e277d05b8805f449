import AccountStorageSQLite
import GrantHistories
import StorageSupport
import Testing

/// Each row of the decision while an app moves, and its races, with the records of the database.
@Suite struct TransferRowTests {
    @Test func `everybody reaches their account on SQLite, whether the claim or the import comes first`() async throws {
        let database = SQLiteAccountDatabase.inMemory()
        #expect(try await brokenTransferRows(on: database) == [])
        await database.close()
    }
}

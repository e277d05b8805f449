import AccountStoragePostgreSQL
import GrantHistories
import Testing

@Suite(.needsServer) struct `Transfers on PostgreSQL` {
    private let schema: FreshSchema

    init() throws { schema = try FreshSchema() }

    @Test func `lead everybody to their account, whether the claim or the import comes first`() async throws {
        let database = try schema.openDatabase()
        #expect(try await brokenTransferRows(on: database) == [])
        await database.close()
    }
}

import AccountStorage
import AccountStorageSQLite
import Foundation
import StorageSupport
import Testing
import Waiting

struct `What was removed` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func address(_ number: Int) -> String { "gone-\(number + 10_000)@example.com" }

    private func account(_ number: Int) -> Account {
        var account = Account.numbered(number, name: String(repeating: "name", count: number % 9))
        account.email = Self.address(number)
        return account
    }

    /// The files that contain one of the addresses.
    private func places() throws -> Set<String> {
        let files = try folder.files
        return try Set(
            files.filter { file in
                try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + file)).range(of: Data("gone-1".utf8))
                    != nil
            })
    }

    @Test func `is not in the file once it is closed, whatever pages it was on`() async throws {
        let database = try folder.openDatabase()
        for number in 0..<2_000 { try await database.record(account(number)) }
        for number in 0..<2_000 {
            _ = try await database.transaction { records throws(StorageFailure) in
                .keep(try records.removeAccount(Account.numbered(number).id))
            }
        }
        await database.close()
        #expect(try places() == [])
    }

    @Test func `in other ways than with an account leaves the log within a minute`() async throws {
        let database = try folder.openDatabase { $0.secondsBetweenEmptyLogs = 0.05 }
        try await database.record(account(1))
        var changed = account(1)
        changed.email = nil
        try await database.record(changed)
        try await until { try places() == [] }
        await database.close()
    }
}

import AccountStorage
import AccountStorageSQLite
import Foundation
import StorageSupport
import Testing

struct `Whoever reads beside the writer` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `waits for nobody`() async throws {
        let database = try folder.openDatabase()
        try await database.transaction { records throws(StorageFailure) in
            .keep(try records.recordAccount(.numbered(1)))
        }
        let gate = Gate()
        let occupied = database.occupy(until: gate)
        await gate.waitForArrival()
        let found = try await database.read { records throws(StorageFailure) in
            try records.findAccount(Account.numbered(1).id)
        }
        #expect(found == .numbered(1))
        gate.open()
        try await occupied.value
        await database.close()
    }

    @Test(arguments: [0, 1, 16]) func `sees all that was answered before, with this many connections`(
        connections: Int
    ) async throws {
        let database = try folder.openDatabase { $0.readLimit = connections }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in 0..<16 {
                group.addTask {
                    for round in 0..<40 {
                        let number = person * 1_000 + round
                        try await database.transaction { records throws(StorageFailure) in
                            .keep(try records.recordAccount(.numbered(number)))
                        }
                        let found = try await database.read { records throws(StorageFailure) in
                            try records.findAccount(Account.numbered(number).id)
                        }
                        #expect(found == .numbered(number))
                    }
                }
            }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test func `sees nothing of a transaction that is under way, and one state all along`() async throws {
        let database = try folder.openDatabase()
        let gate = Gate()
        let writing = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                try records.recordAccount(.numbered(1))
                gate.pass()
                return .keep(())
            }
        }
        await gate.waitForArrival()
        let (before, after) = try await database.read { records throws(StorageFailure) in
            let before = try records.findAccount(Account.numbered(1).id)
            gate.open()
            // The writer may commit now, but the reader still sees the state of its first query.
            return (before, try records.findAccount(Account.numbered(1).id))
        }
        #expect(before == nil)
        #expect(after == nil)
        try await writing.value
        await database.close()
    }

    @Test func `is sent away once the database is closed`() async throws {
        let database = try folder.openDatabase()
        _ = try await database.read { records throws(StorageFailure) in try records.findAccount(Account.numbered(1).id)
        }
        await database.close()
        await #expect(throws: StorageFailure.unavailable) {
            try await database.read { records throws(StorageFailure) in try records.findAccount(Account.numbered(1).id)
            }
        }
        // The last connection deletes the log when it closes.
        #expect(try folder.files == ["accounts.sqlite"])
    }
}

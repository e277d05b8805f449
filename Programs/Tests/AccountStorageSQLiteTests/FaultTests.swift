import AccountStorage
import AccountStorageSQL
import Foundation
import GRDB
import GRDBSQLite
import StorageSupport
import Testing
import Waiting

@testable import AccountStorageSQLite

struct `When the disk or the lock fails` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keptName(_ number: Int) -> KeptName {
        KeptName(
            identityID: .init(high: 0, low: UInt64(number)), sealedName: Array(repeating: 1, count: 3000),
            keptAt: .distantPast, expiresAt: Date(timeIntervalSince1970: 1))
    }

    private func recordName(_ number: Int, in database: SQLiteAccountDatabase) async throws(StorageFailure) {
        let name = keptName(number)
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try records.recordKeptName(name))
        }
    }

    @Test func `a full file refuses what needs room, serves the rest, and recovers without a restart`() async throws {
        let database = try folder.openDatabase { $0.maximumPageCount = 100 }
        try await database.record(.numbered(1))
        var stored = 0
        while (try? await recordName(stored, in: database)) != nil { stored += 1 }
        #expect(stored > 5)
        #expect(try await database.find(Account.numbered(1).id) != nil)
        await #expect(throws: StorageFailure.full) { try await recordName(1000, in: database) }
        let removed = try await database.transaction { records throws(StorageFailure) -> Outcome<Int> in
            .keep(try records.removeExpiredKeptNames(before: Date(timeIntervalSince1970: 2), limit: 1000))
        }
        #expect(removed == stored)
        try await recordName(1000, in: database)
        await database.close()
    }

    @Test func `a body that hides a full disk keeps nothing of its work`() async throws {
        let database = try folder.openDatabase { $0.maximumPageCount = 80 }
        let names = (0..<100).map(keptName)
        await #expect(throws: StorageFailure.full) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                for name in names { try? records.recordKeptName(name) }
                try? records.recordAccount(.numbered(1))
                return .keep(())
            }
        }
        #expect(try await database.find(Account.numbered(1).id) == nil)
        await database.close()
    }

    @Test func `a full file is told apart from a busy one, for a transaction among others as well`() async throws {
        let database = try folder.openDatabase { $0.maximumPageCount = 80 }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let names = (0..<100).map(keptName)
        let writers = (0..<2).map { _ in
            Task {
                try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                    for name in names { try records.recordKeptName(name) }
                    return .keep(())
                }
            }
        }
        await until { database.waitingCount == 2 }
        gate.open()
        try await holder.value
        for writer in writers { await #expect(throws: StorageFailure.full) { try await writer.value } }
        await database.close()
    }

    @Test func `a commit that fails fails for everyone in it, and the next one works`() async throws {
        let database = try folder.openDatabase()
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let writer = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                (records as? SQLiteTransaction)?.refuseNextCommit()
                return .keep(try records.recordAccount(.numbered(1)))
            }
        }
        await until { database.waitingCount == 1 }
        let reader = Task { try await database.find(Account.numbered(1).id) }
        await until { database.waitingCount == 2 }
        gate.open()
        try await holder.value
        await #expect(throws: StorageFailure.unavailable) { try await writer.value }
        // It saw a row that was never committed.
        await #expect(throws: StorageFailure.unavailable) { try await reader.value }
        #expect(try await database.find(Account.numbered(1).id) == nil)
        try await database.record(.numbered(2))
        #expect(try await database.find(Account.numbered(2).id) != nil)
        await database.close()
    }

    @Test func `a transaction that SQLite undoes costs only the one in whose turn it happened`() async throws {
        let commits = Shared<[Int]>([])
        let database = try folder.openDatabase { $0.didCommit = { members in commits.edit { $0.append(members) } } }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let before = Task { try await database.record(.numbered(1)) }
        await until { database.waitingCount == 1 }
        let runs = Shared(0)
        let culprit = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                runs.edit { $0 += 1 }
                try records.recordAccount(.numbered(2))
                // SQLITE_FULL, IOERR and NOMEM may do this.
                try (records as? SQLiteTransaction)?.rollBack()
                // Outside the transaction, this would be committed at once.
                try? records.recordAccount(.numbered(3))
                return .keep(())
            }
        }
        await until { database.waitingCount == 2 }
        let after = Task { try await database.record(.numbered(4)) }
        await until { database.waitingCount == 3 }
        gate.open()
        try await holder.value
        try await before.value
        await #expect(throws: StorageFailure.unavailable) { try await culprit.value }
        try await after.value
        #expect(runs.value == 1)
        #expect(commits.value == [1, 1])
        for number in 1...4 {
            #expect(try await (database.find(Account.numbered(number).id) != nil) == (number == 1 || number == 4))
        }
        await database.close()
    }

    @Test func `after a lost transaction a held file fails the neighbours, and the next one works`() async throws {
        let database = try folder.openDatabase { $0.busyTimeout = 0.3 }
        let beside = try folder.openBeside()
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let before = Task { try await database.record(.numbered(1)) }
        await until { database.waitingCount == 1 }
        let culprit = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                try (records as? SQLiteTransaction)?.rollBack()
                try? beside.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
                return .keep(())
            }
        }
        await until { database.waitingCount == 2 }
        let after = Task { try await database.record(.numbered(3)) }
        await until { database.waitingCount == 3 }
        gate.open()
        try await holder.value
        for task in [before, culprit, after] {
            await #expect(throws: StorageFailure.unavailable) { try await task.value }
        }
        try beside.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try await database.record(.numbered(4))
        for number in [1, 3] { #expect(try await database.find(Account.numbered(number).id) == nil) }
        try beside.close()
        await database.close()
    }

    @Test func `a file that another process holds makes everyone wait a bounded time, and then works again`()
        async throws
    {
        let database = try folder.openDatabase { $0.busyTimeout = 0.3 }
        let beside = try folder.openBeside()
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = (0..<3).map { number in Task { try await database.record(.numbered(number)) } }
        await until { database.waitingCount == 3 }
        gate.open()
        try await holder.value
        for task in tasks { _ = await task.result }
        try beside.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(7)) }
        try beside.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try await database.record(.numbered(8))
        #expect(try await database.find(Account.numbered(7).id) == nil)
        try beside.close()
        await database.close()
    }

    @Test(arguments: [false, true])
    func `a file that is taken away under the service takes nothing and tells nothing until it is back`(
        hasReadBefore: Bool
    ) async throws {
        let database = try folder.openDatabase()
        try await database.record(.numbered(1))
        let read = { () async throws -> Account? in
            try await database.read { records throws(StorageFailure) in
                try records.findAccount(Account.numbered(1).id)
            }
        }
        // Only after a read is there a read-only connection that has the old file open.
        if hasReadBefore { #expect(try await read() != nil) }
        let refuse = { () async throws in
            try await database.transaction { records throws(StorageFailure) -> Outcome<Account?> in
                .discard(try records.findAccount(Account.numbered(1).id))
            }
        }
        let aside = folder.databasePath + ".aside"
        try FileManager.default.moveItem(atPath: folder.databasePath, toPath: aside)
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(2)) }
        await #expect(throws: StorageFailure.unavailable) { try await read() }
        await #expect(throws: StorageFailure.unavailable) { try await refuse() }
        #expect(!FileManager.default.fileExists(atPath: folder.databasePath))
        // Another file at the path must be refused like a missing one.
        try FileManager.default.copyItem(atPath: aside, toPath: folder.databasePath)
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(3)) }
        await #expect(throws: StorageFailure.unavailable) { try await read() }
        await #expect(throws: StorageFailure.unavailable) { try await refuse() }
        try FileManager.default.removeItem(atPath: folder.databasePath)
        try FileManager.default.moveItem(atPath: aside, toPath: folder.databasePath)
        try await database.record(.numbered(4))
        #expect(try await database.find(Account.numbered(4).id) != nil)
        #expect(try await read() != nil)
        #expect(try await refuse() != nil)
        await database.close()
    }

    @Test func `a row that nobody can have written is reported as corrupt`() async throws {
        let database = try folder.openDatabase()
        let beside = try folder.openBeside()
        try beside.inDatabase { database in
            try database.execute(
                sql: "INSERT INTO identities VALUES (?, x'0102', NULL, 'T', 's', 0, 0, NULL)",
                arguments: [Data(IdentityID(high: 0, low: 1).bytes)])
        }
        await #expect(throws: StorageFailure.corrupt) {
            try await database.transaction { records throws(StorageFailure) in
                .keep(try records.findIdentity(.init(high: 0, low: 1)))
            }
        }
        try beside.close()
        await database.close()
    }

    @Test func `the writer waits for the disk and leaves the log to the checkpoint thread`() async throws {
        let database = try folder.openDatabase()
        let settings = try await database.transaction { records throws(StorageFailure) -> Outcome<[String?]> in
            let sqlite = records as? SQLiteTransaction
            var found: [String?] = []
            for name in ["synchronous", "journal_mode", "wal_autocheckpoint"] {
                _ = try sqlite?.run(SQLStatement("PRAGMA \(name)"), []) { row throws(StorageFailure) in
                    found.append(row.optionalText())
                    return false
                }
            }
            return .discard(found)
        }
        #expect(settings == ["2", "wal", "0"])
        await database.close()
    }

    @Test func `the log is copied into the file while commits go on`() async throws {
        let database = try folder.openDatabase {
            $0.changesBetweenCheckpoints = 5
            $0.longestLog = 10
        }
        let size = { try FileManager.default.attributesOfItem(atPath: folder.databasePath)[.size] as? Int }
        let before = try #require(try size())
        var number = 0
        while try size() == before, number < 5000 {
            try await recordName(number, in: database)
            number += 1
        }
        #expect(try #require(try size()) > before)
        await database.close()
        #expect(try folder.files == ["accounts.sqlite"])
    }

    @Test func `closing serves who waits, and nobody after`() async throws {
        let database = try folder.openDatabase()
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let waiting = Task { try await database.record(.numbered(1)) }
        await until { database.waitingCount == 1 }
        let closing = Task { await database.close() }
        gate.open()
        await closing.value
        try await holder.value
        try await waiting.value
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(2)) }
        await database.close()
        let again = try folder.openDatabase()
        #expect(try await again.find(Account.numbered(1).id) != nil)
        await again.close()
    }
}

extension SQLiteTransaction {
    /// Rolls the transaction back, as SQLITE_FULL, IOERR and NOMEM may do.
    func rollBack() throws(StorageFailure) {
        _ = try run(SQLStatement("ROLLBACK"), []) { _ throws(StorageFailure) in false }
    }

    /// Makes the next COMMIT fail (https://www.sqlite.org/c3ref/commit_hook.html).
    func refuseNextCommit() {
        guard let handle = connection?.handle else { return }
        sqlite3_commit_hook(
            handle,
            { handle in
                _ = sqlite3_commit_hook(handle.map(OpaquePointer.init), nil, nil)
                return 1
            }, UnsafeMutableRawPointer(handle))
    }
}

import AccountStorage
import AccountStorageSQLite
import Foundation
import GRDB
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground

/// Housekeeping on a real database with a corrupt row.
@Suite final class HousekeepingTests {
    private let clock = TestClock()
    private let log = CapturedLog()
    private let folder: TemporaryFolder
    private let database: SQLiteAccountDatabase
    private let environment: SignInEnvironment

    init() throws {
        let folder = try TemporaryFolder()
        var options = SQLiteOptions()
        options.createIfMissing = true
        database = try SQLiteAccountDatabase(
            path: folder.url.appending(path: "accounts.sqlite").path, options: options)
        environment = try .test(on: database, clock)
        self.folder = folder
    }

    private var housekeeping: Housekeeping {
        Housekeeping(environment: environment, interval: .seconds(60), logger: log.logger)
    }

    /// Runs one transaction and commits it.
    private func keep<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws -> Value {
        try await database.transaction { transaction throws(StorageFailure) in .keep(try body(transaction)) }
    }

    private func person(_ number: Int, erasedIn seconds: Double) -> (Account, AppleIdentity) {
        let id = AccountID(high: 1, low: UInt64(number))
        let account = Account(
            id: id, givenName: "Ada", familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
            createdAt: clock.now, disabledAt: clock.now, eraseAt: clock.now.addingTimeInterval(seconds))
        let identity = AppleIdentity(
            id: .init(high: 2, low: UInt64(number)), accountID: id, issuer: "i", teamID: "t", subject: "\(number)",
            createdAt: clock.now)
        return (account, identity)
    }

    @Test func `an account that cannot be erased holds up no other, and is told`() async throws {
        let people = (0..<5).map { person($0, erasedIn: Double($0)) }
        let now = clock.now
        try await keep { transaction throws(StorageFailure) in
            for (account, identity) in people {
                try transaction.recordAccount(account)
                try transaction.recordIdentity(identity)
            }
            try transaction.recordKeptName(
                KeptName(identityID: .init(high: 9, low: 9), sealedName: [1], keptAt: now, expiresAt: now))
        }
        // Corrupt a row behind the service's back, so that its account's identities cannot be read.
        let beside = try DatabaseQueue(path: folder.url.appending(path: "accounts.sqlite").path)
        try await beside.write { database in
            try database.execute(
                sql: "UPDATE identities SET account_id = x'00' WHERE id = ?",
                arguments: [Data(people[1].1.id.bytes)])
        }
        clock.advance(60)
        for _ in 0..<2 { await housekeeping.clean() }
        let left = try await beside.read { database in
            try Data.fetchAll(database, sql: "SELECT id FROM accounts").map { $0.last }
        }
        #expect(left == [1])
        #expect(try await beside.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM kept_names") } == 0)
        #expect(log.all.count { $0.contains("database_corrupt") && $0.contains("erasure") } == 2)
        try beside.close()
        await database.close()
    }

    @Test func `an account that has a name in the app is not erased, whenever it got it`() async throws {
        var (account, _) = person(1, erasedIn: 0)
        (account.externalID, account.disabledReason) = ("user-4711", .noWayIn)
        let planted = account
        try await keep { transaction throws(StorageFailure) in try transaction.recordAccount(planted) }
        clock.advance(60)
        await housekeeping.clean()
        let found = try await keep { transaction throws(StorageFailure) in try transaction.findAccount(planted.id) }
        let left = try #require(found)
        #expect(left.eraseAt == nil && left.disabledAt == nil)
        await database.close()
    }

    @Test func `chores that end with the service leave no warning about the database`() async throws {
        await database.close()
        let housekeeping = housekeeping
        let stopped = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await housekeeping.clean()
        }
        await stopped.value
        #expect(!log.all.contains { $0.contains("housekeeping failed") })
        await housekeeping.clean()
        #expect(log.all.contains { $0.contains("housekeeping failed") })
    }

    @Test func `one chore that fails keeps no other from being done`() async throws {
        let now = clock.now
        let (account, identity) = person(1, erasedIn: 0)
        try await keep { transaction throws(StorageFailure) in
            try transaction.recordAccount(account)
            try transaction.recordIdentity(identity)
            try transaction.recordKeptName(
                KeptName(identityID: identity.id, sealedName: [1], keptAt: now, expiresAt: now))
        }
        let beside = try DatabaseQueue(path: folder.url.appending(path: "accounts.sqlite").path)
        try await beside.write { try $0.execute(sql: "ALTER TABLE received_notifications RENAME TO elsewhere") }
        clock.advance(60)
        await housekeeping.clean()
        #expect(try await beside.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") } == 0)
        #expect(log.all.contains { $0.contains("notifications") && $0.contains("unavailable") })
        try beside.close()
        await database.close()
    }
}

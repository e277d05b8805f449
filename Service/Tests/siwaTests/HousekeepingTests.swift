import AccountStorage
import Foundation
import GRDB
import Logging
import SignInFlows
import Synchronization
import Testing

@testable import SignInServer
@testable import siwa

/// Rounds of housekeeping on a real database in which something is broken.
@Suite final class HousekeepingTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let service: LivingService

    init() async throws {
        folder = try TemporaryFolder()
        service = try await LivingService(in: folder, clock: clock)
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
        try await service.keep { transaction throws(StorageFailure) in
            for (account, identity) in people {
                try transaction.recordAccount(account)
                try transaction.recordIdentity(identity)
            }
            try transaction.recordKeptName(
                KeptName(identityID: .init(high: 9, low: 9), sealedName: [1], keptAt: now, expiresAt: now))
        }
        // A row that nobody of ours wrote: its account's identities cannot be read.
        let beside = try DatabaseQueue(path: folder.url.appending(path: "accounts.sqlite").path)
        try await beside.write { database in
            try database.execute(
                sql: "UPDATE identities SET account_id = x'00' WHERE id = ?",
                arguments: [Data(people[1].1.id.bytes)])
        }
        clock.advance(60)
        let log = Lines()
        let housekeeping = Housekeeping(
            environment: service.parts.environment, interval: .seconds(60), logger: log.logger)
        for _ in 0..<2 { await housekeeping.clean() }
        let left = try await beside.read { database in
            try Data.fetchAll(database, sql: "SELECT id FROM accounts").map { $0.last }
        }
        #expect(left == [1])
        #expect(try await beside.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM kept_names") } == 0)
        #expect(log.all.count { $0.contains("database_corrupt") && $0.contains("erasure") } == 2)
        try beside.close()
        await service.parts.close()
    }

    @Test func `an account that has a name in the app is not erased, whenever it got it`() async throws {
        var (account, _) = person(1, erasedIn: 0)
        (account.externalID, account.disabledReason) = ("user-4711", .noWayIn)
        let planted = account
        try await service.keep { transaction throws(StorageFailure) in try transaction.recordAccount(planted) }
        clock.advance(60)
        await Housekeeping(
            environment: service.parts.environment, interval: .seconds(60), logger: Lines().logger
        ).clean()
        let found = try await service.parts.environment.database.transaction { transaction throws(StorageFailure) in
            Outcome.discard(try transaction.findAccount(planted.id))
        }
        let left = try #require(found)
        #expect(left.eraseAt == nil && left.disabledAt == nil)
        await service.parts.close()
    }

    @Test func `one chore that fails keeps no other from being done`() async throws {
        let now = clock.now
        let (account, identity) = person(1, erasedIn: 0)
        try await service.keep { transaction throws(StorageFailure) in
            try transaction.recordAccount(account)
            try transaction.recordIdentity(identity)
            try transaction.recordKeptName(
                KeptName(identityID: identity.id, sealedName: [1], keptAt: now, expiresAt: now))
        }
        let beside = try DatabaseQueue(path: folder.url.appending(path: "accounts.sqlite").path)
        try await beside.write { try $0.execute(sql: "ALTER TABLE received_notifications RENAME TO elsewhere") }
        clock.advance(60)
        let log = Lines()
        await Housekeeping(environment: service.parts.environment, interval: .seconds(60), logger: log.logger).clean()
        #expect(try await beside.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") } == 0)
        #expect(log.all.contains { $0.contains("notifications") && $0.contains("unavailable") })
        try beside.close()
        await service.parts.close()
    }

    /// Keeps what is logged.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        var logger: Logger {
            var logger = Logger(label: "test") { _ in Handler(lines: self) }
            logger.logLevel = .trace
            return logger
        }

        private struct Handler: LogHandler {
            let lines: Lines
            var metadata: Logger.Metadata = [:]
            var logLevel: Logger.Level = .trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                lines.lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
            }
        }
    }
}

import AccountStorage
import Foundation
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground

/// Housekeeping on a database in memory.
@Suite struct HousekeepingRoundTests {
    private let clock = TestClock()
    private let database = FaultyDatabase()
    private let log = CapturedLog()
    private let environment: SignInEnvironment

    init() throws {
        environment = try .test(on: database, clock)
    }

    private var housekeeping: Housekeeping {
        Housekeeping(environment: environment, interval: .seconds(60), logger: log.logger)
    }

    @Test func `housekeeping removes what has expired, in batches, and nothing else`() async throws {
        let now = clock.now
        for number in 0..<(Housekeeping.batch + 20) {
            let bytes = [UInt8](repeating: 0, count: 14) + [UInt8(number / 256), UInt8(number % 256)]
            let attempt = SignInAttempt(
                id: try #require(AttemptID(bytes: bytes)), kind: .native, client: "app", browserProofHash: nil,
                returnTarget: nil, createdAt: now, expiresAt: now + (number == 0 ? 5000 : 600), state: .open,
                failures: 0)
            try await database.transaction { transaction throws(StorageFailure) in
                try transaction.recordAttempt(attempt)
                return .keep(())
            }
        }
        clock.advance(600 + 3_601)
        await housekeeping.clean()
        let left = try await database.transaction { transaction throws(StorageFailure) in
            Outcome.discard(try transaction.removeExpiredAttempts(before: .distantFuture, limit: 1000))
        }
        #expect(left == 1)
    }

    @Test func `a code is kept for a day after its end, the record of a client's session until its end`() async throws {
        let end = clock.now + 60
        let code = ClientAuthorizationCode(
            id: .init(high: 1, low: 1), client: "shop", redirectURI: "https://shop.example/", scope: "openid",
            codeChallenge: nil, nonce: nil, claims: nil, parentID: .init(high: 2, low: 2),
            accountID: .init(high: 3, low: 3), createdAt: clock.now, expiresAt: end)
        let session = ClientSession(
            id: .init(high: 4, low: 4), parentID: code.parentID, accountID: code.accountID, client: "shop",
            scope: "openid", claims: nil, isDetached: false, expiresAt: end)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAuthorizationCode(code)
            try transaction.recordClientSession(session)
            return .keep(())
        }
        var left: [[Bool]] = []
        for seconds in [60, 1, 86_399, 1] as [Double] {
            clock.advance(seconds)
            await housekeeping.clean()
            left.append(
                try await database.transaction { transaction throws(StorageFailure) in
                    Outcome.discard([
                        try transaction.findAuthorizationCode(code.id) != nil,
                        try transaction.findClientSession(session.id) != nil,
                    ])
                })
        }
        #expect(left == [[true, true], [true, false], [true, false], [false, false]])
    }

    @Test func `housekeeping erases an account once its last way in has been gone for long enough`() async throws {
        let id = AccountID(high: 1, low: 2)
        let eraseAt = clock.now + 1000
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(
                Account(
                    id: id, givenName: "Ada", familyName: nil, email: nil, isEmailVerified: false,
                    isPrivateEmail: false, createdAt: eraseAt, disabledAt: eraseAt, disabledReason: .noWayIn,
                    eraseAt: eraseAt))
            return .keep(())
        }
        let find = { () async throws in
            try await database.transaction { transaction throws(StorageFailure) in
                Outcome.discard(try transaction.findAccount(id))
            }
        }
        clock.advance(999)
        await housekeeping.clean()
        #expect(try await find() != nil)
        clock.advance(1)
        await housekeeping.clean()
        #expect(try await find() == nil)
    }

    @Test func `housekeeping removes the tokens of a team that gave its app away, in batches`() async throws {
        let now = clock.now
        let transfer = AppTransfer(
            id: .init(high: 1, low: 1), issuer: "i", fromTeam: "A", toTeam: "B", clients: ["app"], state: .closed,
            createdAt: now, closedAt: now + 60)
        let count = Housekeeping.batch + 20
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordTransfer(transfer)
            for number in 0..<count {
                let identity = AppleIdentity(
                    id: .init(high: 2, low: UInt64(number)), accountID: .init(high: 3, low: UInt64(number)),
                    issuer: "i",
                    teamID: "A", subject: "\(number)", createdAt: now)
                try transaction.recordIdentity(identity)
                try transaction.recordGrant(
                    AppleGrant(identityID: identity.id, clientID: "app", sealedRefreshToken: [1], obtainedAt: now))
            }
            return .keep(())
        }
        var left: [Int] = []
        for seconds in [60, 30 * 86_400] as [Double] {
            clock.advance(seconds)
            await housekeeping.clean()
            left.append(
                try await database.transaction { transaction throws(StorageFailure) in
                    let granted = try transaction.findGrantedIdentities(
                        after: nil, through: .init(high: .max, low: .max), limit: 1_000)
                    return Outcome.discard(granted.count)
                })
        }
        #expect(left == [count, 0])
    }

    @Test func `housekeeping removes whatever the limits allow, in small transactions`() async throws {
        let now = clock.now
        try await database.transaction { transaction throws(StorageFailure) in
            for number in 0..<21_000 {
                try transaction.recordAttempt(
                    SignInAttempt(
                        id: AttemptID(high: 1, low: UInt64(number)), kind: .native, client: "app",
                        browserProofHash: nil, returnTarget: nil, createdAt: now, expiresAt: now, state: .open,
                        failures: 0))
            }
            return .keep(())
        }
        clock.advance(3_601)
        let before = database.count
        await housekeeping.clean()
        #expect(database.count - before > 42)
        let moment = clock.now
        let left = try await database.transaction { transaction throws(StorageFailure) in
            .discard(try transaction.removeExpiredAttempts(before: moment, limit: 30_000))
        }
        #expect(left == 0)
    }

    @Test(arguments: 0..<16)
    func `a conflict is tried again in the same round`(place: Int) async throws {
        let now = clock.now
        let account = Account(
            id: AccountID(high: 1, low: 2), givenName: "Ada", familyName: nil, email: nil, isEmailVerified: false,
            isPrivateEmail: false, createdAt: now, disabledAt: now, disabledReason: .noWayIn, eraseAt: now)
        let attempt = SignInAttempt(
            id: AttemptID(high: 1, low: 1), kind: .native, client: "app", browserProofHash: nil, returnTarget: nil,
            createdAt: now, expiresAt: now, state: .open, failures: 0)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(account)
            try transaction.recordAttempt(attempt)
            return .keep(())
        }
        clock.advance(3_601)
        database.fail(.conflict, after: place)
        await housekeeping.clean()
        let left = try await database.transaction { transaction throws(StorageFailure) in
            Outcome.discard(
                (
                    try transaction.findAccount(account.id) != nil,
                    try transaction.removeExpiredAttempts(before: .distantFuture, limit: 1)
                ))
        }
        #expect(left == (false, 0))
        #expect(!log.all.contains { $0.contains("housekeeping failed") })
    }
}

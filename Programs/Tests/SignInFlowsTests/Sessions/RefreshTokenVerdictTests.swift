import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows

struct RefreshTokenVerdictTests {
    private let renewedAt = Date(timeIntervalSince1970: 1_790_000_000)

    /// Tokens 6 to 8 were issued in exchange for token 3. Tokens 4 and 5 are siblings of 3.
    private func decide(_ presented: Int64, _ elapsed: Double) throws -> RefreshTokenVerdict {
        let session = Session(
            id: try #require(SessionID(bytes: Array(repeating: 1, count: 16))),
            accountID: try #require(AccountID(bytes: Array(repeating: 2, count: 16))), clientID: "app",
            platform: .native, createdAt: renewedAt, authenticatedAt: renewedAt, counter: 8, firstCounter: 6,
            usedCounter: 3, renewedAt: renewedAt, expiresAt: .distantFuture, endedAt: nil)
        return RefreshTokenVerdict.decide(presented: presented, session: session, arrivedAt: renewedAt + elapsed)
    }

    @Test(
        arguments: [
            (6, .renew), (7, .renew), (8, .renew), (3, .giveAnother), (5, .reused), (4, .reused), (2, .reused),
            (0, .reused), (9, .ahead), (.max, .ahead),
        ] as [(Int64, RefreshTokenVerdict)], [0.001, 30.001, 1e9])
    func `decides by the number, whatever the time`(
        _ expected: (presented: Int64, decision: RefreshTokenVerdict), _ elapsed: Double
    ) throws {
        #expect(try decide(expected.presented, elapsed) == expected.decision)
    }

    /// Times are whole milliseconds, so a request of the same millisecond may have come before the use.
    @Test(arguments: [0, -0.001, -30, -3_600, -1e9])
    func `a request that came before the last use, or together with it, ends nothing because it is late`(
        _ elapsed: Double
    ) throws {
        let decisions = try [2, 3, 4, 5, 6, 8, 9].map { try decide($0, elapsed) }
        #expect(decisions == [.overtaken, .giveAnother, .overtaken, .overtaken, .renew, .renew, .ahead])
    }
}

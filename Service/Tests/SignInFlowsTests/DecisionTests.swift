import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows

struct SessionReuseTests {
    @Test(arguments: [
        (5, 5, 0.0, SessionReuse.renew), (5, 5, 1e9, .renew), (4, 5, 0, .giveAgain), (4, 5, 30, .giveAgain),
        (4, 5, 30.001, .reused), (4, 5, -60, .giveAgain), (4, 5, -60.001, .overtaken), (4, 5, -3_600, .overtaken),
        (3, 5, 0, .reused), (0, 5, 0, .reused), (6, 5, 0, .ahead),
        (Int64.max, 0, 0, .ahead), (3, 5, -0.001, .overtaken), (3, 5, -30, .overtaken), (0, 5, -30.001, .reused),
        (6, 5, -1, .ahead),
    ])
    func `decides by the distance and the time`(
        _ presented: Int64, _ current: Int64, _ elapsed: Double, _ expected: SessionReuse
    ) {
        let renewedAt = Date(timeIntervalSince1970: 1_790_000_000)
        let decision = SessionReuse.decide(
            presented: presented, current: current, renewedAt: renewedAt, now: renewedAt + elapsed,
            window: .seconds(30))
        #expect(decision == expected)
    }
}

struct AccessTokenSettingsTests {
    private let url = PublicURL("https://id.example.com")

    private func make(
        _ key: SigningKey, retired: [SigningKey] = [], audience: String = "api", lifetime: Duration = .seconds(300)
    ) throws -> AccessTokens? {
        AccessTokens(
            signingKey: key, retiredKeys: retired, publicURL: try #require(url), audience: audience, lifetime: lifetime)
    }

    @Test func `refuses what would make weak or ambiguous tokens`() throws {
        let key = SigningKey.makeES256(keyID: "a")
        #expect(try make(key) != nil)
        #expect(try make(key, lifetime: .seconds(900)) != nil)
        #expect(try make(key, lifetime: .seconds(901)) == nil)
        #expect(try make(key, lifetime: .zero) == nil)
        #expect(try make(key, audience: "") == nil)
        #expect(try make(SigningKey.makeES256(keyID: nil)) == nil)
        #expect(try make(SigningKey.makeES256(keyID: "")) == nil)
        #expect(try make(SigningKey.makeRS256(keyID: "r")) == nil)
        #expect(try make(key, retired: [SigningKey.makeES256(keyID: "a")]) == nil)
    }
}

struct AccountFactsTests {
    @Test(
        arguments: [
            (nil, nil, "Ann Archer"), ("Eve", nil, "Eve "), (nil, "Evans", " Evans"), ("Eve", "Evans", "Eve Evans"),
        ] as [(String?, String?, String)])
    func `a name is taken only where there is none`(_ given: String?, _ family: String?, _ expected: String) throws {
        let facts = AccountFacts(email: nil, name: FirstSignInUser(givenName: "Ann", familyName: "Archer"))
        let before = Account(
            id: try #require(AccountID(bytes: Array(repeating: 1, count: 16))), givenName: given, familyName: family,
            email: "a@example.com", isEmailVerified: true, isPrivateEmail: false,
            createdAt: Date(timeIntervalSince1970: 0), disabledAt: nil)
        let after = facts.applied(to: before)
        #expect("\(after.givenName ?? "") \(after.familyName ?? "")" == expected)
        #expect(after.email == "a@example.com")
        #expect(AccountFacts(email: nil, name: nil).applied(to: before) == before)
    }
}

import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows

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

import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows

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

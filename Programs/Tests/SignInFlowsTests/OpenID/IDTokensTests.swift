import AccountStorage
import Foundation
import JSONWebTokens
import Testing

@testable import SignInFlows

/// The keys of ID tokens.
struct IDTokensTests {
    /// One key for all tests, because making it takes a while.
    private static let key = Result { try SigningKey.makeRS256(keyID: "rsa-1") }

    private let accessTokens: AccessTokens

    init() throws {
        let publicURL = try #require(PublicURL("http://localhost:8080"))
        accessTokens = try #require(
            AccessTokens(signingKey: .makeES256(keyID: "ours-1"), publicURL: publicURL, audience: "example"))
    }

    @Test func `every key is RS256 and has an id of its own`() throws {
        let key = try Self.key.get()
        let tokens = try #require(IDTokens(signingKey: key, accessTokens: accessTokens))
        let nameless = try SigningKey(pem: key.pemRepresentation, keyID: nil)
        let unnamed = try SigningKey(pem: key.pemRepresentation, keyID: "")
        let elliptic = SigningKey.makeES256(keyID: "es-1")
        let refused: [(SigningKey, [SigningKey])] = [
            (nameless, []), (unnamed, []), (elliptic, []), (key, [elliptic]), (key, [key]),
        ]
        for (signing, others) in refused {
            #expect(IDTokens(signingKey: signing, otherKeys: others, accessTokens: accessTokens) == nil)
            #expect(!tokens.replaceKeys(signingKey: signing, otherKeys: others, formerKeys: []))
        }
        let renamed = try SigningKey(pem: key.pemRepresentation, keyID: "rsa-2")
        #expect(IDTokens(signingKey: key, otherKeys: [renamed], accessTokens: accessTokens) != nil)
        #expect(tokens.signingKeyID == "rsa-1")
    }

    @Test func `a token under a key that was removed is still a hint`() throws {
        let former = SigningKey.makeES256(keyID: "former-1")
        let token = try former.signing(type: "JWT").sign(claims: [
            ("iss", "http://localhost:8080"), ("sub", "ann"), ("aud", "shop"),
            ("sid", .string(SessionID(high: 0, low: 1).text)), ("auth_time", 1),
        ])
        let key = try Self.key.get()
        let before = try #require(IDTokens(signingKey: key, accessTokens: accessTokens))
        #expect(IDTokenHint(token, of: before) == nil)
        let after = try #require(
            IDTokens(signingKey: key, formerKeys: [former.publicJSONWebKey], accessTokens: accessTokens))
        #expect(IDTokenHint(token, of: after)?.client == "shop")
    }
}

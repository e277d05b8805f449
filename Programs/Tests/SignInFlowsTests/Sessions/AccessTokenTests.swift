import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

/// The service's access tokens, as another service of the operator verifies them.
struct AccessTokenTests {
    private func authenticate(_ world: World, _ token: String) async throws -> SignInError? {
        try await failure { try await SessionAuthentication(world.environment).authenticate(accessToken: token) }
    }

    @Test func `verifies with the published key set and says what RFC 9068 asks`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let jws = try CompactJWS(signedIn.accessToken)
        let published = try JSONWebKeySet(json: world.environment.accessTokens.publicKeySetJSON)
        let key = try #require(published.key(withID: "ours-1", algorithm: .es256))
        #expect(jws.isSigned(by: key))
        #expect(jws.header.type == "at+jwt")
        let claims = try StrictJSONReader.readObject(jws.payload, limits: .standard)
        let now = world.clock.now.timeIntervalSince1970
        #expect(claims.text("iss") == "http://localhost:8080")
        #expect(claims.text("aud") == "example")
        #expect(claims.text("sub") == signedIn.account.id.text)
        #expect(claims.text("sid") == signedIn.session.id.text)
        #expect(claims.text("client_id") == "app")
        #expect(claims.double("iat") == now)
        #expect(claims.double("exp") == now + 300)
        #expect(claims.text("jti")?.utf8.count == 22)
        #expect(claims.count == 8)
        let text = String(decoding: world.environment.accessTokens.publicKeySetJSON, as: UTF8.self)
        #expect(!text.contains("\"d\""))
    }

    @Test func `does not live longer because the clock is set back`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(-60)
        #expect(try await authenticate(world, signedIn.accessToken) == nil)
        world.clock.advance(-1)
        #expect(try await authenticate(world, signedIn.accessToken) == .refused(.accessTokenExpired))
        let renewed = try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
        #expect(try await authenticate(world, renewed.accessToken) == nil)
    }

    /// Each one changes one claim of a valid token, signed with the right key.
    static let forgeries: [(name: String, change: @Sendable (inout [String: JSONValue]) -> Void)] = [
        ("issuer", { $0["iss"] = "https://appleid.apple.com" }), ("audience", { $0["aud"] = "other" }),
        ("audience as list", { $0["aud"] = ["example"] }), ("no expiry", { $0["exp"] = nil }),
        ("expiry as text", { $0["exp"] = "9999999999" }), ("no session", { $0["sid"] = nil }),
        ("no subject", { $0["sub"] = nil }), ("odd session", { $0["sid"] = "1" }),
        ("another account", { $0["sub"] = .string(String(repeating: "0", count: 32)) }),
    ]

    @Test(arguments: forgeries.indices)
    func `refuses a token of ours that says something else`(_ index: Int) async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let payload = try CompactJWS(signedIn.accessToken).payload
        let object = try StrictJSONReader.readObject(payload, limits: .standard)
        var claims = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let key = world.surroundings.accessTokenKey
        let same = try key.sign(payload: Self.json(claims), type: "at+jwt")
        #expect(try await authenticate(world, same) == nil)
        let authentication = SessionAuthentication(world.environment)
        #expect(authentication.sessionNamed(by: same) == signedIn.session.id)
        Self.forgeries[index].change(&claims)
        let forged = try key.sign(payload: Self.json(claims), type: "at+jwt")
        #expect(try await authenticate(world, forged) == .refused(.accessTokenInvalid))
        if Self.forgeries[index].name.hasPrefix("audience") {
            #expect(authentication.sessionNamed(by: forged) == nil)
        }
    }

    @Test func `refuses another type, another key, another algorithm and extensions`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let payload = try CompactJWS(signedIn.accessToken).payload
        let key = world.surroundings.accessTokenKey
        let forged = [
            try key.sign(payload: payload), try key.sign(payload: payload, type: "JWT"),
            try key.sign(payload: payload, type: "at+jwt", extraHeaders: [("crit", ["b64"])]),
            try SigningKey.makeES256(keyID: "ours-1").sign(payload: payload, type: "at+jwt"),
            try SigningKey.makeES256(keyID: "ours-2").sign(payload: payload, type: "at+jwt"),
            try SigningKey.makeRS256(keyID: "ours-1").sign(payload: payload, type: "at+jwt"),
            signedIn.accessToken + "A", String(signedIn.accessToken.dropLast(4)),
        ]
        for token in forged {
            #expect(try await authenticate(world, token) == .refused(.accessTokenInvalid))
        }
    }

    private static func json(_ claims: [String: JSONValue]) -> [UInt8] {
        JSONObject(claims.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }).json
    }
}

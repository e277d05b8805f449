import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// Our own ID tokens that come back (OpenID Connect Core section 3.1.2.1, RP-Initiated Logout section 2).
struct IDTokenHintTests {
    private let world: World
    private let shop: RelyingParty

    init() throws {
        let client = OpenIDClient.sample()
        world = try World(openID: [client])
        shop = RelyingParty(world: world, client: client)
    }

    /// An ID token like another one apart from these claims and headers, signed with a key of ours.
    private func token(
        like tokens: ReceivedTokens, _ changes: [String: JSONValue] = [:],
        extraHeaders: [(name: String, value: JSONValue)] = []
    ) throws -> String {
        let claims = tokens.idToken.members.map { (name: $0.name, value: changes[$0.name] ?? $0.value) }
        return try world.surroundings.accessTokenKey.sign(
            payload: JSONObject(claims).json, type: "JWT", extraHeaders: extraHeaders)
    }

    @Test func `a token of another issuer, or in another form, is no hint`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let hints: [(String, String?)] = [
            (try token(like: tokens), nil),
            (try token(like: tokens, ["iss": "https://former.example.com"]), "invalid_request"),
            (try token(like: tokens, extraHeaders: [("crit", ["b64"])]), "invalid_request"),
        ]
        for (hint, error) in hints {
            let answer = try await shop.begin(["id_token_hint": hint, "prompt": "none"], as: ann).answer
            #expect(answer?["error"] == error)
        }
    }

    @Test func `a token whose person is not that of its session signs nobody out`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let tokens = try await shop.tokens(as: ann)
        let hint = try token(like: tokens, ["sub": .string(ben.account.id.text)])
        for session in [ann, nil] {
            _ = try await BrowserLogout(world.environment).begin(
                OAuthParameters([("id_token_hint", hint)]), session: session)
            #expect(try await world.isLive(tokens))
        }
        let own = try token(like: tokens)
        _ = try await BrowserLogout(world.environment).begin(OAuthParameters([("id_token_hint", own)]), session: ann)
        #expect(try await !world.isLive(tokens))
    }
}

import AccountStorage
import Crypto
import Foundation
import JSONWebTokens
import StorageSupport
import TestDoubles
import Testing

@testable import SignInFlows

/// The exchange of a code for tokens (OpenID Connect Core section 3.1.3).
struct CodeRedemptionTests {
    private let world: World
    private let shop: RelyingParty
    private let other: RelyingParty
    private let old: RelyingParty

    init() throws {
        let clients = [
            OpenIDClient.sample(), .sample("other"),
            .sample("old", codeChallenge: .optional, refreshes: false, idTokenAlgorithm: .es256),
        ]
        world = try World(openID: clients)
        shop = RelyingParty(world: world, client: clients[0])
        other = RelyingParty(world: world, client: clients[1])
        old = RelyingParty(world: world, client: clients[2])
    }

    @Test func `a code gives an ID token, an access token and a refresh token`() async throws {
        let ann = try await world.browserSession().session
        world.clock.advance(30)
        let tokens = try await shop.tokens(as: ann)
        #expect(tokens.members.text("token_type") == "Bearer")
        #expect(tokens.members.double("expires_in") == 300)
        #expect(tokens.members.text("scope") == "openid profile email")
        #expect(tokens.refreshToken?.hasPrefix("o1.") == true)
        #expect(tokens.header.text("alg") == "RS256")
        #expect(tokens.header.text("typ") == "JWT")
        let (idToken, now) = (tokens.idToken, world.clock.now.timeIntervalSince1970)
        #expect(idToken.text("iss") == "http://localhost:8080")
        #expect(idToken.text("sub") == ann.account.id.text)
        #expect(idToken.text("aud") == "shop")
        #expect(idToken.text("nonce") == "n1")
        #expect(idToken.double("iat") == now.rounded(.down))
        #expect(idToken.double("exp") == now.rounded(.down) + 3_600)
        #expect(idToken.double("auth_time") == ann.session.authenticatedAt.timeIntervalSince1970.rounded(.down))
        let hash = SHA256.hash(data: Data(tokens.accessToken.utf8)).prefix(16)
        #expect(idToken.text("at_hash") == Base64URL.encode(Array(hash)))
        #expect(idToken.text("email") == ann.account.email)
        #expect(idToken.bool("email_verified") == ann.account.isEmailVerified)
        #expect(idToken.bool("is_private_email") == ann.account.isPrivateEmail)
        #expect(!idToken.contains("nbf"))
        let session = try await world.session(of: tokens)
        #expect(session.platform == .openID)
        #expect(session.clientID == "shop")
        #expect(session.authenticatedAt == ann.session.authenticatedAt)
    }

    @Test func `a client that asked for neither gets no nonce and no refresh token`() async throws {
        let ann = try await world.browserSession().session
        let changes: [String: String?] = [
            "nonce": nil, "state": nil, "code_challenge": nil, "code_challenge_method": nil, "scope": "openid",
        ]
        let answer = try #require(try await old.begin(changes, as: ann).answer)
        #expect(Set(answer.keys) == ["code", "iss"])
        let tokens = try await old.redeem(#require(answer["code"]), ["code_verifier": nil])
        #expect(!tokens.idToken.contains("nonce"))
        #expect(!tokens.idToken.contains("email"))
        #expect(tokens.refreshToken == nil)
        #expect(tokens.header.text("alg") == "ES256")
    }

    @Test(
        arguments: [
            (["code": "wrong"], "authorization_code_invalid"), (["code": nil], "oauth_parameter_missing"),
            (["code": String(repeating: "A", count: 43)], "authorization_code_invalid"),
            (["redirect_uri": "https://shop.example.com/cb2"], "authorization_code_invalid"),
            (["code_verifier": nil], "code_verifier_wrong"), (["code_verifier": "short"], "code_verifier_wrong"),
            (["code_verifier": String(repeating: "v", count: 43)], "code_verifier_wrong"),
            (["code_verifier": String(repeating: "v", count: 129)], "code_verifier_wrong"),
        ] as [([String: String?], String)])
    func `a wrong exchange is refused, and the code can still be used`(
        _ changes: [String: String?], _ code: String
    ) async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        let error = try await failure { try await shop.redeem(issued, changes) }
        #expect(error?.code == code)
        #expect(error?.errorCode.oauthStatus == 400)
        #expect(try await shop.redeem(issued).refreshToken != nil)
    }

    @Test func `the redirect URI may be left out, as OAuth 2.1 allows`() async throws {
        let ann = try await world.browserSession().session
        _ = try await shop.redeem(shop.code(as: ann), ["redirect_uri": nil])
    }

    @Test func `the redirect URI may not be left out if there is no challenge`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await old.code(["code_challenge": nil, "code_challenge_method": nil], as: ann)
        let error = try await failure { try await old.redeem(issued, ["code_verifier": nil, "redirect_uri": nil]) }
        #expect(error?.code == "authorization_code_invalid")
    }

    @Test func `a verifier that is too short is refused, although its challenge fits`() async throws {
        let ann = try await world.browserSession().session
        for verifier in [String(repeating: "v", count: 42), String(repeating: "v", count: 129)] {
            let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
            let issued = try await shop.code(["code_challenge": challenge], as: ann)
            let error = try await failure { try await shop.redeem(issued, ["code_verifier": verifier]) }
            #expect(error?.code == "code_verifier_wrong")
        }
    }

    @Test func `a client keeps its twenty newest sessions under a browser's`() async throws {
        let ann = try await world.browserSession().session
        var tokens: [ReceivedTokens] = []
        for _ in 0..<21 {
            tokens.append(try await shop.tokens(as: ann))
            world.clock.advance(1)
        }
        #expect(try await !world.isLive(tokens[0]))
        #expect(try await world.isLive(tokens[1]))
        #expect(try await world.isLive(tokens[20]))
    }

    @Test func `a verifier for a request without a challenge is refused`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await old.code(["code_challenge": nil, "code_challenge_method": nil], as: ann)
        let error = try await failure { try await old.redeem(issued) }
        #expect(error?.code == "code_verifier_unexpected")
        #expect(error?.errorCode.oauth == "invalid_request")
        _ = try await old.redeem(issued, ["code_verifier": nil])
    }

    @Test func `a code expires after a minute, and with its browser's session`() async throws {
        let ann = try await world.browserSession().session
        let (late, last) = (try await shop.code(as: ann), try await shop.code(as: ann))
        world.clock.advance(59)
        _ = try await shop.redeem(last)
        world.clock.advance(1)
        #expect(try await failure { try await shop.redeem(late) }?.errorCode.oauth == "invalid_grant")
        let over = try await shop.code(as: ann)
        try await SignOut(world.environment).end(ann)
        #expect(try await failure { try await shop.redeem(over) }?.errorCode.oauth == "invalid_grant")
    }

    @Test func `another client can do nothing with a code, not even end its session`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        #expect(try await failure { try await other.redeem(issued) }?.code == "authorization_code_invalid")
        let tokens = try await shop.redeem(issued)
        #expect(try await failure { try await other.redeem(issued) }?.code == "authorization_code_invalid")
        #expect(try await failure { try await shop.redeem(issued, ["code_verifier": nil]) } != nil)
        #expect(try await world.isLive(tokens))
    }

    @Test(arguments: [0.0, 30, 3_600])
    func `a code that is used twice ends the session of the first use`(_ wait: Double) async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        let (tokens, spared) = (try await shop.redeem(issued), try await shop.tokens(as: ann))
        world.clock.advance(wait)
        let error = try await failure { try await shop.redeem(issued) }
        #expect(error?.code == "authorization_code_used")
        #expect(error?.errorCode.oauth == "invalid_grant")
        #expect(try await !world.isLive(tokens))
        #expect(try await world.isLive(spared))
        #expect(world.incidents.all.contains(.authorizationCodeReused(session: try #require(tokens.sid))))
    }

    @Test func `of many exchanges at once, one gets tokens, and the others end its session`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        let results = await withTaskGroup(of: ReceivedTokens?.self) { group in
            for _ in 0..<64 { group.addTask { try? await shop.redeem(issued) } }
            return await group.reduce(into: [ReceivedTokens]()) { all, one in if let one { all.append(one) } }
        }
        #expect(results.count == 1)
        #expect(try await !world.isLive(#require(results.first)))
    }

    @Test func `no tokens are given for a code that another request used up meanwhile`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        // Finds the code unused, and then does not use it up.
        let database = BrokenStatements(
            world.database, in: "UPDATE authorization_codes", "used_at IS NULL", by: "used_at IS NOT NULL")
        let sound = world.environment
        let environment = try SignInEnvironment(
            publicURL: sound.publicURL, clients: sound.clients, database: database, now: sound.now,
            randomBytes: sound.randomBytes, secrets: sound.secrets, accessTokens: sound.accessTokens,
            openID: sound.openID, language: .test())
        let parameters = OAuthParameters([("code", issued), ("code_verifier", RelyingParty.verifier)])
        let error = try await failure {
            try await CodeRedemption(environment).redeem(parameters, by: shop.credentials)
        }
        #expect(error?.errorCode.oauth == "temporarily_unavailable")
        #expect(database.brokenCount == 1)
        _ = try await shop.redeem(issued)
    }

    @Test func `a client proves who it is in one way`() async throws {
        let ann = try await world.browserSession().session
        let issued = try await shop.code(as: ann)
        let secret = OpenIDClient.sampleSecret
        func basic(_ text: String) -> [String] { ["Basic " + Data(text.utf8).base64EncodedString()] }
        func redeem(_ authorization: [String], _ extra: [(name: String, value: String)] = []) async throws {
            let parameters = OAuthParameters([("code", issued), ("code_verifier", RelyingParty.verifier)] + extra)
            let credentials = try ClientCredentials(authorization: authorization, parameters: parameters)
            _ = try await CodeRedemption(world.environment).redeem(parameters, by: credentials)
        }
        let refused: [([String], [(name: String, value: String)], String)] = [
            ([], [], "oauth_client_not_named"), ([], [("client_id", "shop")], "client_secret_wrong"),
            ([], [("client_id", "shop"), ("client_secret", secret + "A")], "client_secret_wrong"),
            ([], [("client_id", "nobody"), ("client_secret", secret)], "oauth_client_unknown"),
            (basic("shop:" + secret), [("client_secret", secret)], "client_authentication_repeated"),
            (basic("shop:" + secret), [("client_id", "other")], "client_authentication_repeated"),
            (basic("shop:" + secret) + basic("shop:" + secret), [], "client_authentication_repeated"),
            (["Bearer " + secret], [], "client_credentials_malformed"),
            (["Basic ?"], [], "client_credentials_malformed"), (["Basic"], [], "client_credentials_malformed"),
            (basic("shop:" + secret).map { $0 + " x" }, [], "client_credentials_malformed"),
            (basic("shop:" + secret).map { $0.replacing(" ", with: "  ") }, [], "client_credentials_malformed"),
            (basic("sh%6:" + secret), [], "client_credentials_malformed"),
            (basic(":" + secret), [], "client_credentials_malformed"),
            (basic("shop:%FF"), [], "client_credentials_malformed"),
            (basic("sh+op:" + secret), [], "oauth_client_unknown"),
            (basic("shop"), [], "client_credentials_malformed"), (basic("shop:"), [], "client_secret_wrong"),
            ([], [("client_id", "shop"), ("client_assertion", "x.y.z")], "client_authentication_unsupported"),
        ]
        for (authorization, extra, code) in refused {
            #expect(try await failure { try await redeem(authorization, extra) }?.code == code)
        }
        try await redeem(basic("sh%6Fp:" + secret).map { "bASIC" + $0.dropFirst(5) }, [("client_id", "shop")])
    }

    @Test func `claims can be asked for one by one, within the client's scopes`() async throws {
        let ann = try await world.browserSession().session
        let claims = "{\"id_token\":{\"email\":{\"essential\":true},\"groups\":null},\"userinfo\":{\"name\":null}}"
        let tokens = try await old.tokens(["scope": "openid", "claims": claims], as: ann)
        #expect(tokens.idToken.text("email") == ann.account.email)
        #expect(!tokens.idToken.contains("email_verified"))
        let info = try await old.userInfo(tokens)
        #expect(info.names.contains("sub"))
        #expect(!info.contains("email"))
    }
}

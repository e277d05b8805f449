import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// What a client can do with its tokens, and when its session ends.
struct ClientSessionTests {
    private let world: World
    private let shop: RelyingParty
    private let mail: RelyingParty
    private let api: RelyingParty

    init() throws {
        let clients = [
            OpenIDClient.sample(), .sample("mail", mayWorkOffline: true),
            .sample("api", audience: "https://api.example.com", idTokenClaims: .lean, userName: .email),
        ]
        world = try World(openID: clients)
        shop = RelyingParty(world: world, client: clients[0])
        mail = RelyingParty(world: world, client: clients[1])
        api = RelyingParty(world: world, client: clients[2])
    }

    private let offline: [String: String?] = ["scope": "openid offline_access"]

    // MARK: Userinfo

    @Test func `userinfo answers about the person of the token, until the session ends`() async throws {
        let ann = try await world.browserSession()
        let tokens = try await shop.tokens(as: ann.session)
        let info = try await shop.userInfo(tokens)
        #expect(info.text("sub") == ann.session.account.id.text)
        #expect(info.text("email") == ann.session.account.email)
        try await SignOut(world.environment).end(ann.session)
        let error = try await failure { try await shop.userInfo(tokens) }
        #expect(error?.errorCode.oauth == "invalid_token")
        #expect(error?.errorCode.oauthStatus == 401)
    }

    @Test func `a lean client finds claims at userinfo only, whatever the audience of its tokens`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await api.tokens(as: ann)
        #expect(!tokens.idToken.contains("email"))
        let info = try await api.userInfo(tokens)
        #expect(info.text("email") == ann.account.email)
        #expect(info.text("preferred_username") == (ann.account.isEmailVerified ? ann.account.email : nil))
        let claims = try CompactJWS(tokens.accessToken).claims()
        #expect(claims.text("aud") == "https://api.example.com")
        #expect(claims.text("client_id") == "api")
    }

    @Test func `userinfo refuses every token but a client's access token`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let own = try await world.signInNatively(.ann)
        let idToken = try #require(tokens.members.text("id_token"))
        for token in [own.accessToken, idToken, tokens.refreshToken ?? "", own.sessionCookie, "", "x.y.z"] {
            let error = try await failure { try await UserInformation(world.environment).read(accessToken: token) }
            #expect(error?.code == "access_token_invalid", "\(token)")
        }
        world.clock.advance(300)
        #expect(try await failure { try await shop.userInfo(tokens) }?.code == "access_token_expired")
    }

    @Test func `an access token that names another client than its session is none`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let members = try CompactJWS(tokens.accessToken).claims().members
        let key = world.surroundings.accessTokenKey.signing(type: "at+jwt")
        for (client, code) in [("shop", nil), ("mail", "access_token_invalid")] as [(String, String?)] {
            let others = members.filter { $0.name != "client_id" }
            let token = try key.sign(claims: others + [(name: "client_id", value: .string(client))])
            let error = try await failure { try await UserInformation(world.environment).read(accessToken: token) }
            #expect(error?.code == code)
        }
    }

    @Test func `an access token for an audience that its client no longer has is refused`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await api.tokens(as: ann)
        let client = OpenIDClient.sample("api", idTokenClaims: .lean, userName: .email)
        let later = RelyingParty(world: try World(world.surroundings, openID: [client]), client: client)
        #expect(try await failure { try await later.userInfo(tokens) }?.code == "access_token_invalid")
        #expect(try await later.userInfo(later.renew(tokens.refreshToken)).text("email") == ann.account.email)
    }

    // MARK: The account API

    @Test func `a client's tokens open nothing at our own API`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let authentication = SessionAuthentication(world.environment)
        #expect(
            try await failure { try await authentication.authenticate(accessToken: tokens.accessToken) }?.code
                == "access_token_invalid")
        let renewal = SessionRenewal(world.environment)
        for client in ["shop", "web", "app"] {
            let error = try await failure {
                try await renewal.renew(refreshToken: tokens.refreshToken ?? "", client: client)
            }
            #expect(error?.code == "refresh_token_invalid")
        }
        let own = try await world.signInNatively(.ann)
        #expect(try await failure { try await shop.renew(own.refreshToken) }?.code == "refresh_token_invalid")
    }

    @Test func `a client whose audience is the app's own gets no further`() async throws {
        let client = OpenIDClient.sample(audience: "example")
        let world = try World(openID: [client])
        let shop = RelyingParty(world: world, client: client)
        let tokens = try await shop.tokens(as: world.browserSession().session)
        let authentication = SessionAuthentication(world.environment)
        #expect(
            try await failure { try await authentication.authenticate(accessToken: tokens.accessToken) }?.code
                == "access_token_invalid")
    }

    // MARK: Many sessions of one client

    @Test func `the newest twenty sessions of a client go on, and each older one is told of its own end`() async throws
    {
        let client = OpenIDClient.sample(backchannelLogoutURI: "https://shop.example.com/logout")
        let world = try World(openID: [client, .sample("mail")])
        let shop = RelyingParty(world: world, client: client)
        let ann = try await world.browserSession().session
        let other = try await RelyingParty(world: world, client: .sample("mail")).tokens(as: ann)
        var begun: [ReceivedTokens] = []
        for number in 1...25 {
            world.clock.advance(1)
            begun.append(try await shop.tokens(as: ann))
            let ended = max(0, number - 20)
            #expect(try await world.dueNotices() == Set(begun.prefix(ended).compactMap(\.sid)))
        }
        for (number, tokens) in begun.enumerated() {
            #expect(try await world.isLive(tokens) == (number >= 5), "\(number)")
        }
        #expect(try await world.isLive(other))
        #expect(try await failure { try await shop.renew(begun[4].refreshToken) }?.code == "session_ended")
        #expect(try await world.history(ann.account.id).count { $0 == "session_ended newer_sessions" } == 5)
        // The same person in another browser has sessions of their own.
        let elsewhere = try await world.browserSession().session
        _ = try await shop.tokens(as: elsewhere)
        #expect(try await world.isLive(begun[5]))
    }

    // MARK: Refresh

    @Test func `a refresh gives new tokens of the same session, and no nonce`() async throws {
        let ann = try await world.browserSession().session
        let first = try await shop.tokens(as: ann)
        world.clock.advance(100)
        let second = try await shop.renew(first.refreshToken)
        for name in ["iss", "sub", "aud", "sid"] { #expect(second.idToken[name] == first.idToken[name], "\(name)") }
        #expect(second.idToken.double("auth_time") == first.idToken.double("auth_time"))
        #expect(second.idToken.double("iat") == (first.idToken.double("iat") ?? 0) + 100)
        #expect(!second.idToken.contains("nonce"))
        #expect(second.refreshToken != first.refreshToken)
        #expect(try await shop.userInfo(second).text("sub") == ann.account.id.text)
    }

    @Test func `an old refresh token ends the session and tells the client`() async throws {
        let ann = try await world.browserSession().session
        let first = try await shop.tokens(as: ann)
        let second = try await shop.renew(first.refreshToken)
        _ = try await shop.renew(second.refreshToken)
        world.clock.advance(1)
        let error = try await failure { try await shop.renew(first.refreshToken) }
        #expect(error?.code == "refresh_token_reused")
        #expect(error?.errorCode.oauth == "invalid_grant")
        #expect(error?.errorCode.oauthStatus == 400)
        #expect(try await !world.isLive(first))
        #expect(try await world.dueNotices() == [#require(first.sid)])
    }

    @Test func `another client cannot refresh, and the owner goes on`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let error = try await failure { try await mail.renew(tokens.refreshToken) }
        #expect(error?.errorCode.oauth == "invalid_grant")
        _ = try await shop.renew(tokens.refreshToken)
    }

    @Test func `a refresh can narrow the access token, and never widen it`() async throws {
        let ann = try await world.browserSession().session
        let first = try await shop.tokens(["scope": "openid email"], as: ann)
        let narrow = try await shop.renew(first.refreshToken, scope: "openid")
        #expect(narrow.members.text("scope") == "openid")
        #expect(try await !shop.userInfo(narrow).contains("email"))
        let whole = try await shop.renew(narrow.refreshToken)
        #expect(whole.members.text("scope") == "openid email")
        for scope in ["openid profile", "groups", "openid email offline_access"] {
            let error = try await failure { try await shop.renew(whole.refreshToken, scope: scope) }
            #expect(error?.errorCode.oauth == "invalid_scope", "\(scope)")
        }
    }

    @Test func `a client's request that says something twice is refused`() async throws {
        let twice = OAuthParameters([("code", "x"), ("refresh_token", "x"), ("token", "x"), ("a", "1"), ("a", "1")])
        let (environment, credentials) = (world.environment, try shop.credentials)
        let errors = [
            try await failure { try await CodeRedemption(environment).redeem(twice, by: credentials) },
            try await failure { try await ClientSessionRenewal(environment).renew(twice, by: credentials) },
            try await failure { try await TokenRevocation(environment).revoke(twice, by: credentials) },
            try await failure { try await TokenIntrospection(environment).introspect(twice, by: credentials) },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: "oauth_parameter_repeated", count: 4))
    }

    // MARK: The browser's session

    @Test func `a sign-out ends what is under the session, and tells detached clients only`() async throws {
        let (ann, elsewhere) = (try await world.browserSession(), try await world.browserSession())
        let (tied, detached) = (try await shop.tokens(as: ann.session), try await mail.tokens(offline, as: ann.session))
        let apart = try await shop.tokens(as: elsewhere.session)
        try await SignOut(world.environment).end(ann.session)
        #expect(try await !world.isLive(tied))
        #expect(try await world.isLive(detached))
        #expect(try await world.isLive(apart))
        #expect(try await world.dueNotices() == [#require(tied.sid), #require(detached.sid)])
        #expect(try await failure { try await shop.renew(tied.refreshToken) }?.errorCode.oauth == "invalid_grant")
        _ = try await mail.renew(detached.refreshToken)
    }

    @Test func `signing in again keeps the same person's clients, and ends another's`() async throws {
        let ann = try await world.browserSession()
        let tokens = try await shop.tokens(as: ann.session)
        let again = try await world.browserSession(.ann, replacing: ann.cookie)
        #expect(try await world.isLive(tokens))
        let renewed = try await shop.renew(tokens.refreshToken)
        let ben = try await world.browserSession(.ben, replacing: again.cookie)
        #expect(try await !world.isLive(tokens))
        #expect(try await failure { try await shop.renew(renewed.refreshToken) } != nil)
        #expect(try await world.dueNotices() == [#require(tokens.sid)])
        #expect(try await shop.begin(as: ben.session).answer?["code"] != nil)
    }

    @Test func `a session that nobody used ends with its clients at their next refresh`() async throws {
        let ann = try await world.browserSession().session
        var tokens = try await shop.tokens(as: ann)
        for _ in 0..<29 {
            world.clock.advance(86_400)
            tokens = try await shop.renew(tokens.refreshToken)
        }
        world.clock.advance(86_400)
        #expect(try await failure { try await shop.renew(tokens.refreshToken) }?.code == "session_ended")
        #expect(try await !world.isLive(tokens))
    }

    @Test(arguments: [true, false])
    func `Apple's notification and the deletion of the account end every client's session`(
        _ deletesAccount: Bool
    ) async throws {
        let ann = try await world.browserSession().session
        let (tied, detached) = (try await shop.tokens(as: ann), try await mail.tokens(offline, as: ann))
        if deletesAccount {
            _ = try await AccountDeletion(world.environment).delete(ann)
        } else {
            world.clock.advance(1)
            let payload = try world.apple.notification("consent-revoked", about: .ann)
            _ = try await AppleNotifications(world.environment).receive(payload: payload)
        }
        for tokens in [tied, detached] { #expect(try await !world.isLive(tokens)) }
        #expect(try await world.dueNotices() == [#require(tied.sid), #require(detached.sid)])
    }

    @Test func `a code that was issued to a session is of no use to a session that took its place`() async throws {
        let ann = try await world.browserSession()
        let code = try await shop.code(as: ann.session)
        _ = try await world.browserSession(.ben, replacing: ann.cookie)
        #expect(try await failure { try await shop.redeem(code) }?.errorCode.oauth == "invalid_grant")
    }

    // MARK: Revocation and introspection

    private func parameters(_ token: String) -> OAuthParameters { OAuthParameters([("token", token)]) }

    @Test(arguments: [true, false])
    func `either token revokes the session, and the client is not told what it knows`(
        _ revokesRefreshToken: Bool
    ) async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let token = try #require(revokesRefreshToken ? tokens.refreshToken : tokens.accessToken)
        let revocation = TokenRevocation(world.environment)
        let error = try await failure { try await revocation.revoke(parameters(token), by: mail.credentials) }
        #expect(error?.errorCode.oauth == "unauthorized_client")
        #expect(try await world.isLive(tokens))
        for unknown in ["x", "o1.a.b.c", try await world.signInNatively(.ann).accessToken] {
            try await revocation.revoke(parameters(unknown), by: shop.credentials)
        }
        try await revocation.revoke(parameters(token), by: shop.credentials)
        #expect(try await !world.isLive(tokens))
        #expect(try await world.dueNotices().isEmpty)
        try await revocation.revoke(parameters(token), by: shop.credentials)
    }

    @Test func `introspection tells a client about its own tokens only`() async throws {
        let ann = try await world.browserSession().session
        let (own, foreign) = (try await shop.tokens(as: ann), try await api.tokens(as: ann))
        func introspect(_ token: String?, by client: RelyingParty) async throws -> JSONObject {
            try StrictJSONReader.readObject(
                await TokenIntrospection(world.environment).introspect(
                    parameters(token ?? ""), by: client.credentials), limits: .standard)
        }
        let found = try await introspect(own.accessToken, by: shop)
        #expect(found.bool("active") == true)
        #expect(found.text("sub") == ann.account.id.text)
        #expect(found.text("client_id") == "shop")
        #expect(try await introspect(own.refreshToken, by: shop).bool("active") == true)
        #expect(try await introspect(foreign.accessToken, by: api).bool("active") == true)
        for token in [foreign.accessToken, foreign.refreshToken, "x", own.members.text("id_token")] {
            #expect(try await introspect(token, by: shop).names == ["active"])
        }
        #expect(try await introspect(own.accessToken, by: api).bool("active") == false)
        let renewed = try await shop.renew(own.refreshToken)
        _ = try await shop.renew(renewed.refreshToken)
        #expect(try await introspect(own.refreshToken, by: shop).bool("active") == false)
        try await SignOut(world.environment).end(ann)
        #expect(try await introspect(own.accessToken, by: shop).bool("active") == false)
    }
}

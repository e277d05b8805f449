import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// A client from which the operator takes something away while its sessions go on.
struct NarrowedClientTests {
    private let world: World
    private let before: RelyingParty

    init() throws {
        let client = OpenIDClient.sample(mayWorkOffline: true)
        world = try World(openID: [client])
        before = RelyingParty(world: world, client: client)
    }

    /// The same client with another configuration, after a restart.
    private func now(_ client: OpenIDClient, besides others: [OpenIDClient] = []) throws -> RelyingParty {
        RelyingParty(world: try World(world.surroundings, openID: [client] + others), client: client)
    }

    private func introspect(_ token: String?, by party: RelyingParty) async throws -> JSONObject {
        try StrictJSONReader.readObject(
            await TokenIntrospection(party.world.environment).introspect(
                OAuthParameters([("token", token ?? "")]), by: party.credentials), limits: .standard)
    }

    private static let ofPerson = Set(UserClaims.all)

    @Test func `scopes that are taken away stop flowing at once`() async throws {
        let ann = try await world.browserSession().session
        let code = try await before.code(as: ann)
        let tokens = try await before.tokens(as: ann)
        #expect(tokens.idToken.text("email") == ann.account.email)
        let later = try now(.sample(scopes: [.openid], mayWorkOffline: true))
        #expect(try await later.userInfo(tokens).names == ["sub"])
        #expect(try await introspect(tokens.accessToken, by: later).text("scope") == "openid")
        #expect(try await introspect(tokens.refreshToken, by: later).text("scope") == "openid")
        let renewed = try await later.renew(tokens.refreshToken)
        let redeemed = try await later.redeem(code)
        for received in [renewed, redeemed] {
            #expect(received.members.text("scope") == "openid")
            #expect(Self.ofPerson.isDisjoint(with: received.idToken.names))
            #expect(try CompactJWS(received.accessToken).claims().text("scope") == "openid")
            #expect(try await later.userInfo(received).names == ["sub"])
        }
    }

    @Test func `one scope that is taken away leaves the others`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await before.tokens(as: ann)
        let later = try now(.sample(scopes: [.openid, .email]))
        let repeated = try await later.renew(tokens.refreshToken, scope: "openid profile email")
        #expect(repeated.members.text("scope") == "openid email")
        #expect(repeated.idToken.text("email") == ann.account.email)
        #expect(!repeated.idToken.contains("name"))
        let error = try await failure { try await later.renew(repeated.refreshToken, scope: "profile") }
        #expect(error?.code == "scope_exceeds_grant")
    }

    @Test func `scopes that come back flow again`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await before.tokens(as: ann)
        let renewed = try await now(.sample(scopes: [.openid])).renew(tokens.refreshToken)
        #expect(try await now(.sample()).renew(renewed.refreshToken).idToken.text("email") == ann.account.email)
    }

    @Test func `a session outlives the browser's only while the client may work offline`() async throws {
        let ann = try await world.browserSession().session
        let tied = try await before.tokens(as: ann)
        let detached = try await before.tokens(["scope": "openid offline_access"], as: ann)
        let tiedOnly = try now(.sample(refreshes: true))
        #expect(try await failure { try await tiedOnly.renew(detached.refreshToken) }?.code == "refresh_not_allowed")
        #expect(try await introspect(detached.refreshToken, by: tiedOnly).names == ["active"])
        #expect(try await introspect(detached.accessToken, by: tiedOnly).text("scope") == "openid")
        let offlineOnly = try now(.sample(mayWorkOffline: true, refreshes: false))
        #expect(try await failure { try await offlineOnly.renew(tied.refreshToken) }?.code == "refresh_not_allowed")
        #expect(try await introspect(tied.refreshToken, by: offlineOnly).names == ["active"])
        #expect(try await tiedOnly.renew(tied.refreshToken).refreshToken != nil)
        #expect(try await offlineOnly.renew(detached.refreshToken).refreshToken != nil)
    }

    @Test(arguments: [true, false])
    func `a code from before the client lost offline access begins a session that ends with the browser's`(
        refreshes: Bool
    ) async throws {
        let ann = try await world.browserSession().session
        let code = try await before.code(["scope": "openid offline_access"], as: ann)
        let later = try now(.sample(refreshes: refreshes))
        let tokens = try await later.redeem(code)
        #expect(tokens.members.text("scope") == "openid")
        #expect((tokens.refreshToken != nil) == refreshes, "a token that would be refused is not issued")
        if refreshes { _ = try await later.renew(tokens.refreshToken) }
        try await SignOut(world.environment).end(ann)
        #expect(try await !world.isLive(tokens))
    }

    @Test func `a token of a client that is gone is not active`() async throws {
        let reader = OpenIDClient.sample("reader", audience: "https://api.example.com")
        let owner = OpenIDClient.sample("owner", audience: "https://api.example.com")
        let world = try World(openID: [reader, owner])
        let ann = try await world.browserSession().session
        let tokens = try await RelyingParty(world: world, client: owner).tokens(as: ann)
        let present = RelyingParty(world: world, client: reader)
        #expect(try await introspect(tokens.accessToken, by: present).bool("active") == true)
        let later = RelyingParty(world: try World(world.surroundings, openID: [reader]), client: reader)
        #expect(try await introspect(tokens.accessToken, by: later).names == ["active"])
    }

    @Test func `another client's refresh token is refused in true words, and its session goes on`() async throws {
        let client = OpenIDClient.sample("wiki")
        let wiki = try now(client, besides: [before.client])
        let tokens = try await before.tokens(as: world.browserSession().session)
        let error = try #require(try await failure { try await wiki.renew(tokens.refreshToken) })
        #expect(error.code == "refresh_token_of_another_client")
        #expect(error.errorCode.oauth == "invalid_grant" && error.errorCode.oauthStatus == 400)
        #expect(!error.errorCode.message.contains("ended"))
        #expect(try await before.renew(tokens.refreshToken).refreshToken != nil)
    }
}

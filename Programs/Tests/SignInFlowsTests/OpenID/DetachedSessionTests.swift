import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Detached sessions of clients (`offline_access`): they outlive the browser's session, but nothing that the owner of
/// the account does against a thief.
struct DetachedSessionTests {
    private let world: World
    private let shop: RelyingParty
    private let mail: RelyingParty

    init() throws {
        let clients = [OpenIDClient.sample(), .sample("mail", mayWorkOffline: true)]
        world = try World(policy: .withPasswords(), openID: clients)
        shop = RelyingParty(world: world, client: clients[0])
        mail = RelyingParty(world: world, client: clients[1])
    }

    private let offline: [String: String?] = ["scope": "openid offline_access"]

    @Test func `whoever signed out ends all programs that stayed, however many they are`() async throws {
        let ann = try await world.browserSession().session
        let now = world.clock.now
        let staying = (0..<150).map { SessionID(high: 1, low: UInt64($0)) }
        try await world.write { records throws(StorageFailure) in
            for id in staying {
                try records.recordSession(
                    Session(
                        id: id, accountID: ann.account.id, clientID: "mail", platform: .openID, createdAt: now,
                        authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now + 86_400, endedAt: nil))
                try records.recordClientSession(
                    ClientSession(
                        id: id, parentID: ann.session.id, accountID: ann.account.id, client: "mail", scope: "openid",
                        claims: nil, isDetached: true, expiresAt: now + 86_400))
            }
        }
        try await SignOut(world.environment).end(ann)
        let clients = StayingClients(world.environment)
        let found = try #require(try await clients.find(after: ann.session.id))
        #expect(found.names.count == 1)
        _ = try await clients.end(found.receipt)
        #expect(try await clients.find(after: ann.session.id)?.names == nil)
    }

    /// What the owner does in the browser in use.
    enum OwnersAct: CaseIterable {
        case changesPassword, endsOtherSessions, unlinks, upgrades
    }

    @Test(arguments: OwnersAct.allCases)
    func `a thief who used the owner's open browser for lasting access loses it when the owner acts`(
        _ act: OwnersAct
    ) async throws {
        let owner = try await ownerInBrowser()
        let thief = try await mail.tokens(offline, as: owner)
        world.clock.advance(1)
        try await perform(act, by: owner)
        #expect(try await !world.isLive(thief))
        let refused = try await failure { try await mail.renew(thief.refreshToken) }
        #expect(refused?.errorCode.oauth == "invalid_grant")
        #expect(try await world.dueNotices() == [#require(thief.sid)])
    }

    @Test(arguments: OwnersAct.allCases)
    func `a code that a thief took before the owner acted begins no lasting access afterwards`(
        _ act: OwnersAct
    ) async throws {
        let owner = try await ownerInBrowser()
        let code = try await mail.code(offline, as: owner)
        world.clock.advance(1)
        try await perform(act, by: owner)
        let refused = try await failure { try await mail.redeem(code) }
        #expect(refused?.errorCode.oauth == "invalid_grant")
    }

    /// An owner in a browser, with a password and two Apple Accounts.
    private func ownerInBrowser() async throws -> SignedInSession {
        try await world.importPerson(isProven: true)
        _ = try await world.link(.ben, to: world.signIn())
        let cookie = try await world.signIn(remembering: nil).signedIn.sessionCookie
        return try await SessionAuthentication(world.environment).authenticate(sessionCookie: cookie)
    }

    private func perform(_ act: OwnersAct, by owner: SignedInSession) async throws {
        let environment = world.environment
        switch act {
        case .changesPassword:
            try await AccountPassword(environment).change(of: owner, current: nil, to: "another good one")
        case .endsOtherSessions: try await SessionList(environment).endOthers(of: owner)
        case .unlinks: try await AccountIdentities(environment).unlink(world.identity(of: .ben).text, by: owner)
        case .upgrades:
            let answer = try await world.submission(.ann, linking: .upgrade(owner))
            _ = try await NativeSignIn(environment).complete(answer, under: owner)
        }
    }

    @Test func `a client's session that ends with the browser stays with the session in use`() async throws {
        let ann = try await world.browserSession().session
        let tied = try await shop.tokens(as: ann)
        try await SessionList(world.environment).endOthers(of: ann)
        #expect(try await world.isLive(tied))
        _ = try await shop.renew(tied.refreshToken)
    }

    @Test func `lasting access needs a sign-in of the last ten minutes, and is asked for once`() async throws {
        let ann = try await world.browserSession()
        world.clock.advance(600)
        let tokens = try await mail.tokens(offline, as: ann.session)
        world.clock.advance(1)
        #expect(try await mail.begin(offline, as: ann.session).isSignIn)
        let silent = try await mail.begin(offline.merging(["prompt": "none"]) { $1 }, as: ann.session)
        #expect(silent.answer?["error"] == "login_required")
        #expect(try await mail.begin(as: ann.session).answer?["code"] != nil, "no lasting access, nothing to ask")
        #expect(try await shop.begin(offline, as: ann.session).answer?["code"] != nil, "the client may not have it")
        world.clock.advance(86_400)
        _ = try await mail.renew(tokens.refreshToken)
    }
}

import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct AccountChangeTests {
    private func session(_ signedIn: SignedIn, in world: World) async throws -> SignedInSession {
        try await SessionAuthentication(world.environment).authenticate(accessToken: signedIn.accessToken)
    }

    @Test func `the person's own name wins over Apple's, even an empty one`() async throws {
        let world = try World()
        let first = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Ann", familyName: "Apple"))
        let editing = AccountEditing(world.environment)
        let renamed = try await editing.rename(session(first, in: world), given: "  Anna ", family: nil)
        #expect(renamed.givenName == "Anna" && renamed.familyName == nil)
        let second = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Other", familyName: "One"))
        #expect(second.account.givenName == "Anna")
        _ = try await editing.rename(session(second, in: world), given: " ", family: nil)
        let third = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Other", familyName: "One"))
        #expect(third.account.givenName == nil)
    }

    @Test(arguments: ["a\u{0}b", "a\nb", String(repeating: "x", count: 257)])
    func `a name that cannot be one is refused and changes nothing`(_ name: String) async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Ann", familyName: nil))
        let found = try await session(signedIn, in: world)
        let error = try await failure {
            try await AccountEditing(world.environment).rename(found, given: name, family: nil)
        }
        #expect(error == .refused(.nameInvalid))
        #expect(try await world.account(of: .ann)?.givenName == "Ann")
    }

    /// A right-to-left override, an isolate, a zero-width space, a soft hyphen, a filler, a private and a tag character.
    private static let unseen = ["\u{202E}", "\u{2066}", "\u{200B}", "\u{AD}", "\u{3164}", "\u{E000}", "\u{E0041}"]

    @Test(arguments: unseen)
    func `no name keeps what nobody sees or what turns it around`(_ character: String) throws {
        #expect(try DisplayName.read("Ad\(character)a") == "Ada")
        #expect(try DisplayName.read(" \(character) ") == nil)
    }

    @Test func `joiners and selectors stay where scripts and emoji need them`() throws {
        for name in [
            "\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}", "\u{915}\u{94D}\u{200D}\u{937}", "نمی\u{200C}خواهم",
        ] {
            #expect(try DisplayName.read(name) == name)
        }
        #expect(try DisplayName.read("ad\u{200D}a\u{200C}") == "ada")
    }

    @Test func `a person sees and ends their own sessions, and nobody else's`() async throws {
        let world = try World()
        let one = try await world.signInNatively(.ann)
        world.clock.advance(1)
        let two = try await world.signInOnWeb(.ann)
        let stranger = try await world.signInNatively(.ben)
        let (mine, list) = (try await session(one, in: world), SessionList(world.environment))
        #expect(try await list.live(of: mine).map(\.id) == [two.session.id, one.session.id])
        for id in [stranger.session.id.text, "nonsense", SessionID(high: 0, low: 0).text] {
            #expect(try await failure { try await list.end(id, by: mine) } == .refused(.sessionUnknown))
        }
        try await list.end(two.session.id.text, by: mine)
        try await list.end(two.session.id.text, by: mine)
        #expect(try await world.history(one.account.id).count { $0 == "session_ended person" } == 1)
        #expect(try await list.live(of: mine).map(\.id) == [one.session.id])
        #expect(try await world.session(stranger.session.id)?.endedAt == nil)
        #expect(try await failure { try await session(two, in: world) } == .refused(.sessionEnded))
    }

    @Test func `all others end, the one in use stays, and services that ask are told`() async throws {
        let world = try World()
        var all: [SignedIn] = []
        for _ in 0..<5 {
            all.append(try await world.signInNatively(.ann))
            world.clock.advance(1)
        }
        let since = world.clock.now
        let mine = try await session(all[2], in: world)
        #expect(try await SessionList(world.environment).endOthers(of: mine) == 4)
        #expect(try await SessionList(world.environment).endOthers(of: mine) == 0)
        #expect(try await SessionList(world.environment).live(of: mine).map(\.id) == [all[2].session.id])
        let told = try await EndedSessions(world.environment).since(since, after: nil).map(\.id)
        #expect(Set(told) == Set(all.map(\.session.id)).subtracting([all[2].session.id]))
    }

    @Test func `sign-outs, stolen tokens and refused people are written down with their reasons`() async throws {
        let world = try World()
        let one = try await world.signInNatively(.ann)
        world.clock.advance(1)
        try await SignOut(world.environment).end(session(one, in: world))
        world.clock.advance(1)
        let two = try await world.signInNatively(.ann)
        let renewal = SessionRenewal(world.environment)
        let next = try await renewal.renew(refreshToken: two.refreshToken)
        _ = try await renewal.renew(refreshToken: next.refreshToken)
        world.clock.advance(60)
        #expect(try await failure { try await renewal.renew(refreshToken: two.refreshToken) } != nil)
        world.clock.advance(1)
        try await world.disable(one.account)
        #expect(try await failure { try await world.signInNatively(.ann) } == .refused(.accountDisabled))
        let id = one.account.id
        let lines = try await world.read { transaction throws(StorageFailure) in
            try transaction.findAudit(of: id, before: nil, limit: 9)
        }
        #expect(
            lines.map { $0.event + " " + ($0.reason ?? "") } == [
                "sign_in_refused account_disabled", "session_ended refresh_token_reused", "signed_in known",
                "session_ended person", "signed_in new",
            ])
    }

    @Test func `a copy holds everything there is, and no secret`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(
            .ann, name: FirstSignInUser(givenName: "Ann", familyName: "Apple"))
        _ = try await world.signInOnWeb(.ann)
        let copy = try #require(
            try await AccountExport.collect(signedIn.account.id, asker: "person", in: world.environment))
        #expect(copy.account.givenName == "Ann")
        #expect(copy.identities.map(\.subject) == [Person.ann.subject])
        #expect(copy.grants.map(\.clientID) == ["com.example.app", "com.example.web"])
        #expect(copy.sessions.count == 2)
        #expect(copy.audit.count == 3)
        #expect(
            try await AccountExport.collect(AccountID(high: 0, low: 9), asker: "person", in: world.environment) == nil)
    }

    @Test func `a copy names the scope of each client's session, and every consent`() async throws {
        let world = try World()
        let (account, now) = (try await world.signInNatively(.ann).account.id, world.clock.now)
        // Newer than the session of the sign-in, because the copy lists the newest first.
        let id = SessionID(high: .max, low: 1)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordSession(
                Session(
                    id: id, accountID: account, clientID: "shop", platform: .openID, createdAt: now,
                    authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now + 60, endedAt: nil))
            try transaction.recordClientSession(
                ClientSession(
                    id: id, parentID: .init(high: 1, low: 1), accountID: account, client: "shop", scope: "openid email",
                    claims: nil, isDetached: false, expiresAt: now + 60))
            try transaction.recordClientConsent(
                ClientConsent(accountID: account, client: "wiki", scope: "openid profile", givenAt: now))
        }
        let copy = try #require(try await AccountExport.collect(account, asker: nil, in: world.environment))
        #expect(copy.sessions.map(\.session.clientID).first == "shop")
        #expect(copy.sessions.map(\.clientSession?.scope) == ["openid email", nil])
        #expect(copy.consents.map(\.client) == ["wiki"] && copy.consents.map(\.scope) == ["openid profile"])
    }

    @Test(arguments: [
        (2, RealPersonPolicy.Response.hold, nil as String?), (1, .allow, nil), (1, .mark, nil),
        (1, .ask, "proof_required"), (1, .hold, "account_held"),
    ])
    func `a new person of whom the device is not sure is treated as the operator decided, once`(
        _ signal: Int, _ response: RealPersonPolicy.Response, _ refusal: String?
    ) async throws {
        var policy = SignInPolicy()
        policy.realPersonPolicy.unknown = response
        let world = try World(policy: policy)
        let error = try await failure {
            try await world.signInNatively(.ann) { $0["real_user_status"] = .number(JSONNumber(signal)) }
        }
        #expect(error?.code == refusal)
        let account = try #require(try await world.account(of: .ann))
        #expect(account.realPersonSignal?.rawValue == signal)
        // The account exists, so a later sign-in does not decide again, whatever its signal.
        let again = try await failure { try await world.signInNatively(.ann) { $0["real_user_status"] = 2 } }
        #expect(again?.code == refusal)
        let audit = try await world.read { transaction throws(StorageFailure) in
            try transaction.findAudit(of: account.id, before: nil, limit: 9)
        }
        #expect(
            audit.filter { $0.event == "real_person_decided" }.map(\.reason)
                == (response == .allow || signal == 2 ? [] : [response.rawValue]))
    }
}

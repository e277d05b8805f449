import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// What happens to sessions and tokens when the service learns late, or never, what happened at Apple
/// (Documentation/grants.md).
@Suite struct GrantLifeTests {
    enum ClientKind: CaseIterable, Sendable { case app, website }

    private func signIn(_ kind: ClientKind, _ person: Person = .ann, in world: World) async throws -> SignedIn {
        switch kind {
        case .app: try await world.signInNatively(person)
        case .website: try await world.signInOnWeb(person)
        }
    }

    private func token(_ kind: ClientKind, in world: World) async throws -> [UInt8]? {
        try await world.grant(of: .ann, clientID: kind == .app ? "com.example.app" : "com.example.web")?
            .sealedRefreshToken
    }

    /// Two rounds of checks at Apple.
    private func checkAtApple(_ world: World) async throws {
        for _ in 0..<2 {
            world.clock.advance(86_400)
            let now = world.clock.now
            _ = try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000))
            world.clock.advance(90_000)
            while try await AppleOutbox(world.environment).work() > 0 {}
        }
    }

    private func receive(
        _ type: String, about person: Person = .ann, to audience: String = "com.example.app", at moment: Date? = nil,
        in world: World
    ) async throws -> String {
        try await AppleNotifications(world.environment).receive(
            payload: world.apple.notification(type, about: person, to: audience, at: moment)
        ).effect
    }

    @Test(arguments: ClientKind.allCases)
    func `whoever returns before the service learns that a token is dead stays in, and deletion revokes the new one`(
        _ kind: ClientKind
    ) async throws {
        let world = try World()
        _ = try await signIn(kind, in: world)
        // The person stopped using the app, and the notification is lost, or they changed their password.
        world.apple.endRefreshTokens()
        world.clock.advance(60)
        let again = try await signIn(kind, in: world)
        try await checkAtApple(world)
        #expect(await world.isLive(again))
        #expect(try await token(kind, in: world) != nil)
        _ = try await AccountDeletion(world.environment).erase(again.account.id, reason: "person")
        try await AppleOutbox(world.environment).work()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test(arguments: ClientKind.allCases)
    func `a late notification ends what was before the withdrawal, and not the return`(
        _ kind: ClientKind
    ) async throws {
        let world = try World()
        let before = try await signIn(kind, in: world)
        world.clock.advance(100)
        world.apple.endRefreshTokens()
        let event = world.clock.now
        world.clock.advance(100)
        let after = try await signIn(kind, in: world)
        let stored = try await token(kind, in: world)
        #expect(try await receive("consent-revoked", at: event, in: world) == "sessions_ended")
        #expect(await !world.isLive(before))
        #expect(await world.isLive(after))
        #expect(try await token(kind, in: world) == stored)
        #expect(try await world.replacedGrants(of: .ann).isEmpty)
    }

    @Test func `a late notification leaves a replaced token that was alive after its event`() async throws {
        let world = try World()
        let event = world.clock.now
        world.clock.advance(1_000)
        let first = try await world.signInNatively(.ann)
        world.clock.advance(100)
        _ = try await world.signInNatively(.ann)
        _ = try await receive("consent-revoked", at: event, in: world)
        #expect(await world.isLive(first))
        #expect(try await world.replacedGrants(of: .ann).count == 1)
    }

    @Test func `a replaced token is not asked about, although its check was due`() async throws {
        let world = try World()
        _ = try await world.signInNatively(.ann)
        world.clock.advance(86_400)
        let now = world.clock.now
        _ = try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000))
        #expect(try await AppleOutbox(world.environment).backlog().count == 1)
        _ = try await world.signInNatively(.ann)
        #expect(try await AppleOutbox(world.environment).backlog().count == 0)
    }

    @Test func `an account that is closed during a sign-in keeps its token, once`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.apple.meanwhile = {
            _ = try? await AccountOperations(world.environment).disable(signedIn.account.id)
        }
        let error = try await failure { try await world.signInNatively(.ann) }
        #expect(error == .refused(.accountDisabled))
        #expect(try await world.replacedGrants(of: .ann).count == 1)
        #expect(try await AppleOutbox(world.environment).backlog().count == 0)
    }

    @Test func `a new person who is held has one token, and nothing to replace`() async throws {
        var policy = SignInPolicy()
        policy.realPersonPolicy.unsupported = .hold
        let world = try World(policy: policy)
        let error = try await failure { try await world.signInNatively(.ann) }
        #expect(error?.errorCode == .accountHeld)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
        #expect(try await world.replacedGrants(of: .ann).isEmpty)
        #expect(try await AppleOutbox(world.environment).backlog().count == 0)
    }

    @Test func `a primary App ID that no client names is that of a team's only group`() throws {
        let world = try World()
        let web = try #require(world.environment.clients.all.first { $0.name == "web" })
        let clients = ClientDirectory([web])
        #expect(clients.group(ofAudience: ClientID(rawValue: "com.example.unknown"), in: web.team) == web.group)
    }

    @Test func `a linked identity's code is exchanged, although a token is stored for it`() async throws {
        let world = try World()
        let signedIn = try await world.link(.ben, to: world.signInNatively(.ann))
        let before = world.apple.exchanges.count
        _ = try await world.link(.ben, to: signedIn)
        #expect(world.apple.exchanges.count == before + 1)
        #expect(try await world.replacedGrants(of: .ben).count == 1)
    }

    @Test func `a dead token ends only the sessions from before it was last known to be alive`() async throws {
        let world = try World()
        let (first, elsewhere) = (try await world.signInNatively(.ann), try await world.signInNatively(.ann))
        try await checkAtApple(world)
        #expect(await world.isLive(elsewhere))
        // Apple's times are whole seconds, so a session of the second of the check counts as older.
        world.clock.advance(1)
        let given = try await world.nativeSubmission(.ann)
        let second = try await NativeSignIn(world.environment).complete(
            AppleAnswer(attempt: given.attempt, identityToken: given.identityToken, code: nil, name: nil))
        world.apple.endRefreshTokens()
        // An old device asks, so Apple is asked at once.
        world.clock.advance(7_200)
        let session = try await world.session(first.session.id)
        try await SignOut(world.environment).end(
            SignedInSession(session: #require(session), account: first.account), because: .credentialRevoked)
        try await AppleOutbox(world.environment).work()
        #expect(try await token(.app, in: world) == nil)
        #expect(await !world.isLive(first))
        #expect(await !world.isLive(elsewhere))
        #expect(await world.isLive(second))
    }

    @Test func `leaving one group of apps changes nothing in another`() async throws {
        let world = try World(withSecondGroup: true)
        let (app, web) = (try await world.signInNatively(.ann), try await world.signInOnWeb(.ann))
        let second = try await world.signInNatively(.ann, client: "second")
        world.clock.advance(100)
        #expect(try await receive("consent-revoked", to: "com.example.second", in: world) == "sessions_ended")
        #expect(await !world.isLive(second))
        #expect(await world.isLive(app))
        #expect(await world.isLive(web))
        #expect(try await token(.app, in: world) != nil)
        #expect(try await world.grant(of: .ann, clientID: "com.example.second")?.sealedRefreshToken == nil)
        // The event of one group is not newer than that of another.
        let event = world.clock.now.addingTimeInterval(-50)
        #expect(try await receive("consent-revoked", to: "com.example.app", at: event, in: world) == "sessions_ended")
        #expect(await !world.isLive(app))
        #expect(await !world.isLive(web))
    }

    @Test func `an event of one group refuses no sign-in to another`() async throws {
        let world = try World(withSecondGroup: true)
        let submission = try await world.nativeSubmission(.ann, client: "second")
        world.clock.advance(5)
        #expect(try await receive("consent-revoked", to: "com.example.app", in: world) == "identity_unknown")
        _ = try await NativeSignIn(world.environment).complete(submission)
    }

    @Test func `a dead token of one group ends no session of another`() async throws {
        let world = try World(withSecondGroup: true)
        let app = try await world.signInNatively(.ann)
        let second = try await world.signInNatively(.ann, client: "second")
        world.apple.endRefreshTokens(of: "com.example.second")
        for _ in 0..<2 { try await checkAtApple(world) }
        #expect(await world.isLive(app))
        #expect(await !world.isLive(second))
    }

    @Test func `of two Apple Accounts, only what belongs to the one that left ends`() async throws {
        let world = try World()
        _ = try await world.link(.ben, to: world.signInNatively(.ann))
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        #expect(ann.account.id == ben.account.id)
        world.clock.advance(100)
        #expect(try await receive("consent-revoked", about: .ben, in: world) == "sessions_ended")
        #expect(await world.isLive(ann))
        #expect(await !world.isLive(ben))
        let again = try await world.signInNatively(.ben)
        world.clock.advance(100)
        #expect(try await receive("account-deleted", about: .ben, in: world) == "identity_removed")
        #expect(await world.isLive(ann))
        #expect(await !world.isLive(again))
    }

    @Test func `nothing is exchanged while a revocation is on its way, and the same answer works afterwards`()
        async throws
    {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: signedIn))
        let name = FirstSignInUser(givenName: "Ann", familyName: nil)
        let submission = try await world.nativeSubmission(.ann, name: name)
        let refusals = Recorder<SignInError?>()
        world.apple.meanwhile = {
            refusals.append(try? await failure { try await NativeSignIn(world.environment).complete(submission) })
        }
        try await AppleOutbox(world.environment).work()
        #expect(refusals.all == [.refused(.attemptUnderWay, retryAfter: 1)])
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await world.keptName(of: .ann) != nil)
        let again = try await NativeSignIn(world.environment).complete(submission)
        try await checkAtApple(world)
        #expect(await world.isLive(again))
    }

    @Test func `a used answer stays used while a revocation is on its way, and leaves no name`() async throws {
        let world = try World()
        let name = FirstSignInUser(givenName: "Ann", familyName: nil)
        let submission = try await world.nativeSubmission(.ann, name: name)
        let signedIn = try await NativeSignIn(world.environment).complete(submission)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: signedIn))
        world.clock.advance(31)
        let refusals = Recorder<SignInError?>()
        world.apple.meanwhile = {
            refusals.append(try? await failure { try await NativeSignIn(world.environment).complete(submission) })
        }
        try await AppleOutbox(world.environment).work()
        #expect(refusals.all == [.refused(.attemptUsed)])
        #expect(try await world.keptName(of: .ann) == nil)
    }

    @Test func `a revocation without an answer is on its way for two minutes`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: signedIn))
        world.apple.fault = .unreachable(.timedOut)
        try await AppleOutbox(world.environment).work()
        world.apple.fault = nil
        let error = try await failure { try await world.signInNatively(.ann) }
        #expect(error == .refused(.attemptUnderWay, retryAfter: 1))
        // It is not sent again until then. The failure of another request would not mean that this one is lost.
        world.clock.advance(60)
        #expect(try await AppleOutbox(world.environment).work() == 0)
        #expect(try await failure { try await world.signInNatively(.ann) } == error)
        world.clock.advance(61)
        let again = try await world.signInNatively(.ann)
        #expect(again.isNewAccount)
        #expect(try await AppleOutbox(world.environment).work() == 0)
        #expect(world.apple.hasLiveRefreshTokens)
        // The token of the deleted account is kept, and revoked with the new one.
        #expect(try await world.replacedGrants(of: .ann).count == 1)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: again))
        try await AppleOutbox(world.environment).work()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `a sign-in that fails leaves the queued revocation as it was`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        _ = try await AccountDeletion(world.environment).delete(world.session(of: signedIn))
        world.apple.fault = .unreachable(.connectFailed)
        #expect(try await failure { try await world.signInNatively(.ann) } != nil)
        world.apple.fault = nil
        // It was put off while the sign-in ran.
        #expect(try await AppleOutbox(world.environment).work() == 0)
        world.clock.advance(61)
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `whoever deletes the account during a sign-in is not in, and no token is left`() async throws {
        let world = try World()
        let first = try await world.signInNatively(.ann)
        world.apple.meanwhile = {
            _ = try? await AccountDeletion(world.environment).erase(first.account.id, reason: "person")
        }
        #expect(try await failure { try await world.signInNatively(.ann) } == .refused(.attemptEnded))
        #expect(try await world.account(of: .ann) == nil)
        try await AppleOutbox(world.environment).work()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `a sign-in that is refused after the exchange leaves no token that nobody can revoke`() async throws {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann)
        world.clock.advance(5)
        let payload = try world.apple.notification("consent-revoked", about: .ann)
        world.apple.meanwhile = { _ = try? await AppleNotifications(world.environment).receive(payload: payload) }
        let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
        #expect(error == .refused(.consentRevoked))
        #expect(world.apple.hasLiveRefreshTokens)
        try await AppleOutbox(world.environment).work()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test(arguments: [
        (-61.0, TokenFate.ended), (-60, .isUncertain), (0, .isUncertain), (0.9, .isUncertain), (1, .stays),
        (100, .stays),
    ])
    func `a withdrawal ends the tokens that were last alive well before it`(_ seconds: Double, _ fate: TokenFate) {
        let event = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(TokenFate.decide(evidence: event.addingTimeInterval(seconds), event: event) == fate)
    }
}

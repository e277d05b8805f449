import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Several processes and several sign-ins use the same storage, and no token is used for another session.
@Suite(.timeLimit(.minutes(10))) struct SharedSessionTests {
    /// An app to which somebody is signed in. What others do with its storage it notices only by looking there.
    private func launched(adapt: (inout SignInConfiguration) -> Void = { _ in }) async throws -> AppUnderTest {
        let app = try AppUnderTest(storage: WatchedStorage(place: nil), adapt: adapt)
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.client.launch()
        try await app.service.answer(Route.end, "")
        return app
    }

    private func stored(_ app: AppUnderTest) throws -> StoredSession {
        try JSONDecoder().decode(StoredSession.self, from: try #require(try app.storage.read(.session)))
    }

    private func sent(_ app: AppUnderTest) async throws -> [String] {
        try await app.service.calls.filter { $0.route == Route.refresh }.map { call in
            try JSONDecoder().decode(SessionRefreshRequest.self, from: try #require(call.body)).refreshToken
        }
    }

    /// The session as another process of the app has renewed it.
    private func renewedElsewhere(token: String) throws -> Data {
        let renewal = BackendSession(Sample.reply(token: token))
        return try JSONEncoder().encode(StoredFormat(Sample.session().renewed(by: renewal, at: Sample.start)))
    }

    private let theirs = StoredSession(
        Sample.reply(Sample.account("account-2"), token: "9"), appleUser: "user-2", attempt: nil,
        at: Sample.start.addingTimeInterval(300))

    @Test func `a session that another process begins during a renewal is not replaced, and used afterwards`()
        async throws
    {
        let app = try await launched()
        let begun = try JSONEncoder().encode(StoredFormat(theirs))
        await app.service.onCall { [storage = app.storage] _ in try? storage.write(begun, to: .session) }
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(await app.client.keeper.current?.refreshToken == Secret("refresh-2"), "the other one is theirs")
        #expect(try stored(app) == theirs)
        #expect(try await app.client.accessToken() == Secret("access-9"))
        #expect(await app.client.status.state.person?.account.id == "account-2")
        #expect(try await sent(app) == ["refresh-1"])
    }

    @Test func `a session that another process begins is used instead of ours that ends`() async throws {
        let app = try await launched()
        let begun = try JSONEncoder().encode(StoredFormat(theirs))
        await app.service.onCall { [storage = app.storage] _ in try? storage.write(begun, to: .session) }
        try await app.service.refuse(Route.refresh, "session_ended")
        await app.time.advance(300)
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.accessToken() }
        #expect(await app.client.status.state.person?.account.id == "account-2")
        #expect(try stored(app) == theirs)
        #expect(try await app.client.accessToken() == Secret("access-9"))
    }

    @Test func `a session that another process begins with the same token during a renewal is not replaced`()
        async throws
    {
        let app = try await launched()
        let adopted = Sample.session(at: Sample.start.addingTimeInterval(300))
        let begun = try JSONEncoder().encode(StoredFormat(adopted))
        await app.service.onCall { [storage = app.storage] _ in try? storage.write(begun, to: .session) }
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(try stored(app) == adopted)
    }

    @Test func `a renewal never sends the token of a session that another process has begun`() async throws {
        let app = try await launched()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(theirs)), to: .session)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        // A call of the app would notice their session first.
        try await app.client.keeper.renew()
        #expect(try await sent(app) == ["refresh-1"])
        #expect(try stored(app) == theirs)
    }

    @Test func `an account that changed until the renewal is shown`() async throws {
        let app = try await launched()
        #expect(await app.client.status.words == "signedIn")
        try await app.service.answer(Route.refresh, Sample.reply(Sample.account(name: Sample.grace), token: "2"))
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(await app.client.status.words == "signedIn named")
    }

    @Test func `a session that was removed counts when it is stored again`() async throws {
        let records = SignInRecords(storage: MemoryStorage()) { _ in }
        let keeper = SessionKeeper(backend: OwnBackend(), records: records) { Sample.start }
        await keeper.replace(Sample.session())
        _ = await keeper.take()
        records.record(Sample.session())
        #expect(await keeper.change()?.session == Sample.session())
    }

    @Test func `a session that ended without being stored does not hide the next one`() async throws {
        let storage = WatchedStorage()
        let records = SignInRecords(storage: storage) { _ in }
        let keeper = SessionKeeper(backend: OwnBackend(), records: records) { Sample.start }
        storage.isFailing = true
        #expect(await keeper.replace(Sample.session()) == false)
        _ = await keeper.take()
        storage.isFailing = false
        records.record(theirs)
        #expect(await keeper.change()?.session == theirs)
    }

    @Test func `the end of an older session does not end the one that replaced it`() async throws {
        let records = SignInRecords(storage: MemoryStorage()) { _ in }
        let keeper = SessionKeeper(backend: OwnBackend(), records: records) { Sample.start }
        let session = Sample.session(attempt: Secret("b"), at: Sample.start)
        for older in [
            Sample.session(attempt: Secret("b"), at: Sample.start.addingTimeInterval(-1)),
            Sample.session(attempt: Secret("a"), at: Sample.start),
        ] {
            await keeper.replace(session)
            await keeper.drop(older)
            #expect(try await keeper.accessToken() == session.accessToken)
            #expect(records.session() == session)
        }
        await keeper.drop(session)
        await #expect(throws: SignInFailure.notSignedIn) { try await keeper.accessToken() }
    }

    /// An app whose storage failed when somebody signed in.
    private func signedInWithoutStorage() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        app.storage.isFailing = true
        await app.client.launch()
        await app.client.signIn()
        app.storage.isFailing = false
        return app
    }

    @Test func `a session that could not be stored is stored with its next token, and only once`() async throws {
        let app = try await signedInWithoutStorage()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try await app.service.answer(Route.refresh, Sample.reply(token: "3"))
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(try stored(app).refreshToken == Secret("refresh-2"))
        await app.service.onCall { [storage = app.storage] _ in try? storage.remove(.session) }
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-3"))
        #expect(try app.storage.read(.session) == nil, "another process has signed out")
        await #expect(throws: SignInFailure.notSignedIn) { try await app.client.accessToken() }
    }

    @Test func `a storage that cannot be read for the answer keeps the token that was sent`() async throws {
        let app = try await signedInWithoutStorage()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.service.onCall { [storage = app.storage] _ in storage.isLocked = true }
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        await app.service.onCall { _ in }
        app.storage.isLocked = false
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(try await sent(app) == ["refresh-1", "refresh-1"])
    }

    enum Storing: CaseIterable {
        case works, fails, hasNewer
    }

    @Test(arguments: [(Storing.works, "refresh-2"), (.fails, "refresh-1"), (.hasNewer, "refresh-9")])
    func `signing out uses the refresh token that is stored`(storing: Storing, token: String) async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try await app.service.answer(Route.refresh, Sample.reply(token: "3"))
        let newer = try renewedElsewhere(token: "9")
        await app.service.onCall { [storage = app.storage] _ in
            if storing == .hasNewer { try? storage.write(newer, to: .session) }
        }
        app.storage.isFailing = storing == .fails
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        await app.service.forget(Route.end)
        try await app.service.refuse(Route.end, "access_token_expired")
        try await app.service.answer(Route.end, "")
        await app.client.signOut()
        while await app.service.count(Route.end) < 2 { await Task.yield() }
        #expect(try await sent(app) == ["refresh-1", token])
    }

    @Test func `an account that was read does not replace newer tokens of another process`() async throws {
        let app = try await launched()
        try app.storage.write(try renewedElsewhere(token: "2"), to: .session)
        try await app.service.answer(Route.read, Sample.account(name: Sample.grace))
        try await app.client.readAccount()
        #expect(try stored(app).refreshToken == Secret("refresh-2"))
        #expect(try stored(app).account.name == nil)
        #expect(await app.client.status.words == "signedIn named")
    }

    // MARK: A former Apple Account

    /// The session after another process has learned that no Apple Account opens the account any longer.
    private func withoutApple() throws -> Data { try JSONEncoder().encode(StoredFormat(Sample.session(user: nil))) }

    @Test func `R49 R58 what another process has forgotten, this one forgets at its next call`() async throws {
        let app = try await launched()
        #expect(await app.client.status.state.person?.appleUser == "user-1")
        try app.storage.write(try withoutApple(), to: .session)
        _ = try await app.client.accessToken()
        #expect(await app.client.status.state.person == Sample.session(user: nil).person)
    }

    @Test func `R49 R58 a renewal does not store what another process has forgotten meanwhile`() async throws {
        let app = try await launched()
        let forgotten = try withoutApple()
        await app.service.onCall { [storage = app.storage] _ in try? storage.write(forgotten, to: .session) }
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        let kept = try stored(app)
        #expect(kept.refreshToken == Secret("refresh-2") && kept.appleUser == nil)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(await app.client.status.state.person == Sample.session(user: nil).person)
    }

    @Test func `R58 a renewal keeps the Apple Account that nobody has forgotten`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try await app.client.keeper.renew()
        let kept = try stored(app)
        #expect(kept.refreshToken == Secret("refresh-2") && kept.appleUser == "user-1")
    }

    @Test func `R58 a session that could be stored only later is stored without the former Apple Account`() async throws
    {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        app.storage.isFailing = true
        await app.client.signIn()
        app.storage.isFailing = false
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.service.holdNext(Route.refresh)
        let renewal = Task { try await app.client.accessToken(replacing: Secret("access-1")) }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        await app.client.keeper.forgetAppleUser()
        await app.service.release()
        #expect(try await renewal.value == Secret("access-2"))
        let kept = try stored(app)
        #expect(kept.refreshToken == Secret("refresh-2") && kept.appleUser == nil)
    }

    @Test(arguments: [true, false])
    func `R49 R58 tokens that are renewed or read again leave it to the next call`(isRenewed: Bool) async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try app.storage.write(try withoutApple(), to: .session)
        // A call of the app would notice it first.
        if isRenewed { try await app.client.keeper.renew() } else { await app.client.keeper.readTokensAgain() }
        let kept = try stored(app)
        #expect(kept.refreshToken == Secret(isRenewed ? "refresh-2" : "refresh-1") && kept.appleUser == nil)
        #expect(await app.client.enterForeground().state.person == Sample.session(user: nil).person)
    }

    @Test func `R49 R58 an account that was read does not bring back what another process has forgotten`()
        async throws
    {
        let app = try await launched()
        let forgotten = try withoutApple()
        await app.service.onCall { [storage = app.storage] _ in try? storage.write(forgotten, to: .session) }
        try await app.service.answer(Route.read, Sample.account(name: Sample.grace))
        try await app.client.readAccount()
        let kept = try stored(app)
        #expect(kept.account.name == Sample.grace && kept.appleUser == nil)
        #expect(await app.client.enterForeground().words == "signedIn named")
        let person = try #require(await app.client.status.state.person)
        #expect(person.appleUser == nil)
    }

    @Test func `an account that arrives after its session ended is not stored with the next one`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.read, Sample.account(name: Sample.grace))
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account("account-2"), token: "2"))
        await app.device.give { Sample.credential(user: "user-2", for: $0.attempt) }
        await app.service.holdNext(Route.read)
        let reading = Task { try await app.client.readAccount() }
        while await app.service.count(Route.read) == 0 { await Task.yield() }
        await app.client.signOut()
        #expect(await app.client.signIn().words == "signedIn")
        await app.service.release()
        #expect(try await reading.value.id == "account-1")
        #expect(try stored(app).account == Sample.account("account-2"))
        #expect(await app.client.status.state.person?.account.id == "account-2")
    }

    @Test func `an answer for the last session is not used for the next one of the same moment`() async throws {
        let app = try AppUnderTest()
        for (attempt, token) in [("attempt-a", "1"), ("attempt-b", "5")] {
            try await app.service.answer(
                Route.attempts, NativeAttemptReply(attempt: attempt, nonce: "nonce", expiresIn: 600))
            try await app.service.answer(Route.signIn, Sample.reply(token: token))
            await app.device.give { Sample.credential(for: $0.attempt) }
        }
        try await app.service.answer(Route.end, "")
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.client.signIn()
        await app.service.holdNext(Route.refresh)
        let caller = Task { try await app.client.accessToken(replacing: Secret("access-1")) }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        await app.client.signOut()
        await app.client.signIn()
        await app.service.release()
        await #expect(throws: SignInFailure.notSignedIn) { try await caller.value }
        #expect(try await app.client.accessToken() == Secret("access-5"))
        #expect(try stored(app).refreshToken == Secret("refresh-5"))
    }

    @Test func `a caller joins the renewal that is under way, whatever pause there was`() async throws {
        let app = try await launched { $0.revocationTrust = RevocationTrust(isSimulator: true) }
        await app.service.page(Route.refresh, status: 503)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        await #expect(throws: SignInFailure.unreachable(retryAfter: 7)) { try await app.client.accessToken() }
        // The device reports a revocation, so the service is asked at once.
        await app.device.say(.revoked)
        await app.service.holdNext(Route.refresh)
        let foreground = Task { await app.client.enterForeground() }
        while await app.service.count(Route.refresh) == 1 { await Task.yield() }
        let caller = Task { try await app.client.accessToken() }
        for _ in 0..<1000 { await Task.yield() }
        await app.service.release()
        #expect(try await caller.value == Secret("access-2"))
        #expect(await foreground.value.words == "signedIn")
        #expect(await app.service.count(Route.refresh) == 2)
    }

    @Test func `the pause ends with the session`() async throws {
        let app = try await launched()
        await app.service.page(Route.refresh, status: 503)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        await #expect(throws: SignInFailure.unreachable(retryAfter: 7)) { try await app.client.accessToken() }
        await app.client.signOut()
        try await app.expectsSignIn()
        await app.client.signIn()
        #expect(try await app.client.accessToken(replacing: Secret("access-1")) == Secret("access-2"))
    }

    @Test func `after a success the pauses begin anew`() async throws {
        let app = try await launched()
        for token in ["2", "3"] {
            // Each request is repeated once.
            await app.service.beAway(Route.refresh)
            await app.service.beAway(Route.refresh)
            try await app.service.answer(Route.refresh, Sample.reply(token: token))
            await app.time.advance(300)
            await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.accessToken() }
            await app.time.advance(1)
            #expect(try await app.client.accessToken() == Secret("access-" + token))
            await app.service.forget(Route.refresh)
        }
    }

    @Test(arguments: [nil, 300], [nil, Secret("refresh")])
    func `a backend gets its session back as it gave it`(expiresIn: Int?, refreshToken: Secret?) {
        let session = BackendSession(
            accessToken: Secret("access"), expiresIn: expiresIn, refreshToken: refreshToken, account: Sample.account())
        #expect(StoredSession(session, at: Sample.start).ofBackend(at: Sample.start) == session)
    }
}

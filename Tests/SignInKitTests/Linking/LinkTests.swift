import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// A signed-in person adds an Apple Account, and removes it again.
@Suite(.timeLimit(.minutes(10))) struct LinkTests {
    private let opened = NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600)

    /// An app with a person who signed in with a password.
    private func app(storage: WatchedStorage = WatchedStorage()) async throws -> AppUnderTest {
        let app = try AppUnderTest(storage: storage) { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "old"))
        await app.client.launch()
        await app.client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        await app.device.give { Sample.credential(for: $0.attempt) }
        return app
    }

    @Test func `R55 a link is begun and sent under the session, whose successor is stored`() async throws {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        #expect(await app.client.linkAppleAccount().words == "signedIn")
        let attempt = try #require(try await app.service.last(Route.attempts, NativeAttemptRequest.self))
        #expect(attempt == NativeAttemptRequest(client: "app", linksToSession: true))
        #expect(await app.service.calls.suffix(2).map(\.accessToken) == ["access-old", "access-old"])
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.canAsk == true)
        #expect(try await app.client.accessToken() == Secret("access-new"))
        #expect(await app.client.status.state.person?.appleUser == "user-1")
        #expect(await app.device.requests.last?.scopes == [])
    }

    @Test func `R55 the upgrade has an attempt of its own`() async throws {
        let app = try await app()
        try await app.service.answer(Route.upgrade, opened)
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        #expect(await app.client.upgradeToApple().words == "signedIn")
        let request = try await app.service.last(Route.upgrade, PasswordUpgradeRequest.self)
        #expect(request == PasswordUpgradeRequest(client: "app"))
        #expect(await app.device.requests.last?.purpose == .upgrade)
    }

    @Test func `R55 an Apple Account with an account of its own leads to a question, and the session continues`()
        async throws
    {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        let question = AccountQuestionReply(
            question: "q", expiresIn: 600, isAddressHidden: false,
            merge: AccountMergePreview(account: Sample.account("account-2"), identities: 2))
        try await app.service.answer(Route.signIn, question, status: 202)
        #expect(await app.client.linkAppleAccount().words == "asking merge")
        guard case .asking(let shown) = await app.client.status.state else { throw SignInFailure.notSupported }
        #expect(shown.merge == MergePreview(account: Sample.account("account-2"), identities: 2))
        #expect(shown.takes(.merge) && !shown.takes(.new) && !shown.takes(.session))
        #expect(shown.person != nil)
        try await app.service.answer(Route.answers, Sample.account(name: Sample.grace))
        #expect(await app.client.answer(.merge).words == "signedIn named")
        #expect(await app.service.calls.last?.accessToken == "access-old")
        #expect(try await app.client.accessToken() == Secret("access-old"))
        let stored = try #require(try app.storage.read(.session))
        #expect(String(decoding: stored, as: UTF8.self).contains("Hopper"))
    }

    @Test func `R55 neither an open question nor a sign-in keeps the session from being renewed`() async throws {
        let app = try await app()
        let records = SignInRecords(storage: app.storage, observe: { _ in })
        try await app.service.answer(Route.refresh, Sample.reply(token: "renewed"))
        var asked = try #require(Sample.pending(.link))
        asked.question = Sample.question(merge: Sample.merge)
        records.record(asked)
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-renewed"))
        records.record(try #require(Sample.pending(.signIn)))
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(await app.service.count(Route.refresh) == 2)
    }

    @Test func `R46 R55 during a link the service is not asked whether the session exists`() async throws {
        let app = try AppUnderTest { $0.revocationTrust = RevocationTrust(isSimulator: true) }
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        await app.service.forget(Route.signIn)
        try await app.service.refuse(Route.refresh, "session_ended")
        await app.device.give { Sample.credential(user: "user-2", for: $0.attempt) }
        #expect(await app.client.linkAppleAccount().words == "linking, service_unreachable")
        await app.device.say(.revoked)
        app.device.signal()
        while await app.device.stateQuestions == 0 { await Task.yield() }
        // Waits until the device has answered, and the kit has done what follows.
        #expect(await app.client.launch().words == "linking, service_unreachable")
        #expect(await app.service.count(Route.refresh) == 0)
    }

    // MARK: Lost answers

    @Test func `R55 while the answer to a link is lost, no refused renewal signs the person out`() async throws {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        await app.service.beAway(Route.signIn)
        try await app.service.refuse(Route.refresh, "session_ended")
        #expect(await app.client.linkAppleAccount().words == "linking, service_unreachable")
        await app.time.advance(301)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.accessToken() }
        #expect(await app.service.count(Route.refresh) == 0, "only the link's answer says which session continues")
        await app.service.forget(Route.signIn)
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        #expect(await app.client.enterForeground().words == "signedIn")
        let calls = await app.service.calls.filter { $0.route == Route.signIn }
        #expect(Set(calls.map(\.accessToken)) == ["access-old"], "an old token says who began it")
        #expect(try await app.client.accessToken() == Secret("access-new"))
    }

    @Test func `R55 a link goes on after the end of the process, with the session that began it`() async throws {
        let first = try await app()
        try await first.service.answer(Route.attempts, opened)
        await first.service.beAway(Route.signIn)
        await first.client.linkAppleAccount()
        let next = try AppUnderTest(storage: first.storage, mark: first.mark)
        try await next.service.answer(Route.signIn, Sample.reply(token: "new"))
        await next.time.advance(400)
        #expect(await next.client.launch().words == "signedIn")
        #expect(await next.service.calls.map(\.route) == [Route.signIn])
        #expect(await next.service.calls.last?.accessToken == "access-old")
        #expect(try await next.client.accessToken() == Secret("access-new"))
    }

    @Test func `R55 a token that has expired on the sheet is renewed before the link is sent`() async throws {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        try await app.service.answer(Route.refresh, Sample.reply(token: "renewed"))
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        await app.device.forgetAnswers()
        await app.device.answerSheet { [time = app.time] request in
            // The token has 30 seconds left, which is too little.
            await time.advance(270)
            return .apple(Sample.credential(for: request.attempt))
        }
        #expect(await app.client.linkAppleAccount().words == "signedIn")
        let link = await app.service.calls.last { $0.route == Route.signIn }
        #expect(link?.accessToken == "access-renewed")
    }

    @Test func `R55 what hears of an ended session during a link signs nobody out`() async throws {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        await app.service.beAway(Route.signIn)
        await app.client.linkAppleAccount()
        try await app.service.refuse(Route.identities, "session_ended")
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.identities() }
        #expect(await app.client.status.state.person != nil)
        #expect(try app.storage.read(.session) != nil)
    }

    @Test(arguments: [Route.attempts, Route.upgrade])
    func `R55 a change under a session that has ended signs out before any sheet`(route: String) async throws {
        let app = try await app()
        try await app.service.refuse(route, "session_ended")
        let status =
            route == Route.upgrade ? await app.client.upgradeToApple() : await app.client.linkAppleAccount()
        #expect(status.words == "signedOut sessionEnded")
        #expect(await app.device.requests.isEmpty)
        #expect(try app.storage.read(.session) == nil)
    }

    @Test func `R55 after the attempt has expired, a renewal counts again`() async throws {
        let app = try await app()
        try await app.service.answer(Route.attempts, opened)
        await app.service.beAway(Route.signIn)
        await app.client.linkAppleAccount()
        try await app.service.refuse(Route.refresh, "session_ended")
        await app.time.advance(600)
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.accessToken() }
        #expect(await app.client.status { $0.state.person == nil }.state == .signedOut(.sessionEnded))
    }

    // MARK: The list

    @Test func `the ways to sign in are Apple's and those that were imported`() async throws {
        let app = try await app()
        let list = AccountIdentitiesReply(
            identities: [
                AccountIdentityEntry(
                    id: "1", issuer: "https://appleid.apple.com", teamID: "T", createdAt: Sample.start, canUnlink: true)
            ],
            foreign: [
                ForeignIdentityEntry(
                    id: "2", issuer: "https://accounts.google.com", createdAt: Sample.hour, canUnlink: false)
            ])
        try await app.service.answer(Route.identities, list)
        let identities = try await app.client.identities()
        #expect(
            identities == [
                SignInIdentity(
                    id: "1", issuer: SignInIdentity.apple, addedAt: Sample.start, canUnlink: true),
                SignInIdentity(
                    id: "2", issuer: "https://accounts.google.com", addedAt: Sample.hour, canUnlink: false),
            ])
        #expect(identities.map(\.isApple) == [true, false])
    }

    @Test func `an identity is unlinked, and the last one is refused`() async throws {
        let app = try await app()
        try await app.service.answer(Route.unlink, "", status: 204)
        try await app.client.unlink("1")
        let request = try await app.service.last(Route.unlink, AccountUnlinkRequest.self)
        #expect(request == AccountUnlinkRequest(identity: "1"))
        await app.service.forget(Route.unlink)
        try await app.service.refuse(Route.unlink, "last_way_in", status: 409)
        let failure = await #expect(throws: SignInFailure.self) { try await app.client.unlink("1") }
        #expect(failure?.code == "last_way_in")
        #expect(failure?.errorDescription == "This is the only way to sign in to your account.")
    }

    // MARK: A recent sign-in

    /// An app with a person who signed in with Apple.
    private func appleApp() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        await app.service.forget(Route.signIn)
        await app.service.forget(Route.attempts)
        try await app.service.answer(Route.attempts, opened)
        return app
    }

    @Test func `R56 if the sign-in was too long ago, the person confirms once, and the call is repeated`()
        async throws
    {
        let app = try await appleApp()
        try await app.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        try await app.service.answer(Route.unlink, "", status: 204)
        try await app.service.answer(Route.signIn, Sample.reply(token: "fresh"))
        try await app.service.answer(Route.end, "", status: 204)
        await app.device.give { Sample.credential(for: $0.attempt) }
        try await app.client.unlink("2")
        let purposes = await app.device.requests.map(\.purpose)
        #expect(purposes == [.signIn, .confirmation])
        let calls = await app.service.calls.filter { $0.route == Route.unlink }
        #expect(calls.map(\.accessToken) == ["access-1", "access-fresh"])
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last { $0.route == Route.end }?.accessToken == "access-1")
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.canAsk == nil)
    }

    @Test func `R56 who closes the sheet or fails, or signed in with a password, is told to sign in`() async throws {
        let closing = try await appleApp()
        try await closing.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        var failure = await #expect(throws: SignInFailure.self) { try await closing.client.unlink("2") }
        #expect(failure?.code == "fresh_sign_in_required")
        #expect(await closing.service.count(Route.unlink) == 1)
        let failing = try await appleApp()
        try await failing.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        await failing.device.answerSheet { _ in .failed(.failed) }
        failure = await #expect(throws: SignInFailure.self) { try await failing.client.unlink("2") }
        #expect(failure?.code == "fresh_sign_in_required")
        #expect(await failing.client.status.words == "signedIn named, sheet_failed")
        let app = try await app()
        try await app.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        failure = await #expect(throws: SignInFailure.self) { try await app.client.unlink("2") }
        #expect(failure?.code == "fresh_sign_in_required")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `R58 who has no Apple Account left is not asked to confirm with the former one`() async throws {
        let app = try await appleApp()
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        #expect(try await app.client.identities().isEmpty)
        let person = try #require(await app.client.status.state.person)
        #expect(person.appleUser == nil)
        try await app.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        let failure = await #expect(throws: SignInFailure.self) { try await app.client.unlink("2") }
        #expect(failure?.code == "fresh_sign_in_required")
        #expect(await app.device.requests.map(\.purpose) == [.signIn])
        let stored = try #require(SignInRecords(storage: app.storage, observe: { _ in }).session())
        #expect(stored.appleUser == nil && stored.accessToken == Secret("access-1"))
    }

    @Test func `R58 who removes the last Apple Account is not asked to confirm with it afterwards`() async throws {
        let app = try await appleApp()
        try await app.service.answer(Route.unlink, "", status: 204)
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        try await app.client.unlink("1")
        let person = try #require(await app.client.status.state.person)
        #expect(person.appleUser == nil)
        #expect(await app.client.enterForeground().words == "signedIn named")
        #expect(await app.device.stateQuestions == 0)
    }

    @Test func `R58 the former Apple Account is forgotten, although the device does not answer about it`()
        async throws
    {
        let app = try await appleApp()
        await app.device.stayingSilent(true)
        app.device.signal()
        while await app.device.stateQuestions == 0 { await Task.yield() }
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        _ = try await app.client.identities()
        let person = try #require(await app.client.status.state.person)
        #expect(person.appleUser == nil)
        #expect(await app.client.lifeCycle.isSettled, "nobody waits for the device")
    }

    @Test func `R58 a renewal that was under way does not bring the former Apple Account back`() async throws {
        let app = try await appleApp()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.service.holdNext(Route.refresh)
        let renewal = Task { try await app.client.accessToken(replacing: Secret("access-1")) }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        _ = try await app.client.identities()
        await app.service.release()
        #expect(try await renewal.value == Secret("access-2"))
        let stored = try #require(SignInRecords(storage: app.storage, observe: { _ in }).session())
        #expect(stored.refreshToken == Secret("refresh-2") && stored.appleUser == nil)
        let next = try app.restarted()
        #expect(await next.client.launch().state.person?.appleUser == nil)
    }

    @Test func `what is unlinked stays so, although the ways that are left cannot be read`() async throws {
        let app = try await appleApp()
        try await app.service.answer(Route.unlink, "", status: 204)
        await app.service.beAway(Route.identities)
        try await app.client.unlink("1")
        #expect(await app.client.status.state.person?.appleUser == "user-1")
    }

    @Test func `R58 what was imported from another provider is no Apple Account, whatever its issuer`() async throws {
        for issuer in ["https://accounts.google.com", SignInIdentity.apple] {
            let app = try await appleApp()
            let way = ForeignIdentityEntry(id: "2", issuer: issuer, createdAt: Sample.hour, canUnlink: false)
            try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: [], foreign: [way]))
            #expect(try await app.client.identities().map(\.isApple) == [false])
            let person = try #require(await app.client.status.state.person)
            #expect(person.appleUser == nil)
        }
    }

    @Test(arguments: [SignInIdentity.apple, "http://localhost:9000"])
    func `R58 as long as an Apple Account is left, also one of the emulator, it stays known`(
        issuer: String
    ) async throws {
        let app = try await appleApp()
        let way = AccountIdentityEntry(id: "1", issuer: issuer, teamID: "T", createdAt: Sample.start, canUnlink: true)
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: [way]))
        #expect(try await app.client.identities().map(\.isApple) == [true])
        #expect(await app.client.status.state.person?.appleUser == "user-1")
    }

    @Test func `R56 another refusal asks for no sheet`() async throws {
        let app = try await appleApp()
        try await app.service.refuse(Route.unlink, "identity_unknown", status: 404)
        await #expect(throws: SignInFailure.self) { try await app.client.unlink("2") }
        #expect(await app.device.requests.count == 1)
        #expect(await app.client.status.words == "signedIn named")
    }

    @Test func `R56 a link that needs a recent sign-in is begun again after it`() async throws {
        let app = try await appleApp()
        await app.service.forget(Route.attempts)
        try await app.service.refuse(Route.attempts, "fresh_sign_in_required", status: 403)
        try await app.service.answer(Route.attempts, opened)
        try await app.service.answer(Route.signIn, Sample.reply(token: "fresh"))
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        try await app.service.answer(Route.end, "", status: 204)
        await app.device.give { Sample.credential(for: $0.attempt) }
        await app.device.give { Sample.credential(user: "user-2", for: $0.attempt) }
        #expect(await app.client.linkAppleAccount().words == "signedIn")
        #expect(await app.device.requests.map(\.purpose) == [.signIn, .confirmation, .link])
    }

    @Test func `R56 a link is not begun again if the person closes the confirmation`() async throws {
        let app = try await appleApp()
        await app.service.forget(Route.attempts)
        try await app.service.refuse(Route.attempts, "fresh_sign_in_required", status: 403)
        try await app.service.answer(Route.attempts, opened)
        let before = await app.service.count(Route.attempts)
        let status = await app.client.linkAppleAccount()
        #expect(status.failure?.code == "fresh_sign_in_required")
        #expect(await app.device.requests.map(\.purpose) == [.signIn, .confirmation])
        #expect(await app.service.count(Route.attempts) == before + 2)
    }

    @Test func `R56 a typed password confirms, and the session before it ends`() async throws {
        let app = try await app()
        await app.service.forget(Route.password)
        try await app.service.answer(Route.password, Sample.reply(token: "fresh"))
        try await app.service.answer(Route.end, "", status: 204)
        let password = PasswordCredential(user: "ann", password: Secret("p"))
        #expect(await app.client.signIn(with: password).words == "signedIn")
        #expect(try await app.client.accessToken() == Secret("access-fresh"))
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last { $0.route == Route.end }?.accessToken == "access-old")
    }

    @Test func `R19 R56 a task that is cancelled ends the confirmation by a typed password`() async throws {
        let app = try await app()
        await app.service.forget(Route.password)
        try await app.service.answer(Route.password, Sample.reply(token: "late"))
        try await app.service.answer(Route.end, "", status: 204)
        await app.service.holdNext(Route.password)
        let client = app.client
        let confirming = Task {
            await client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        }
        while await app.service.count(Route.password) < 2 { await Task.yield() }
        confirming.cancel()
        #expect(await confirming.value.words == "signedIn")
        await app.service.release()
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last { $0.route == Route.end }?.accessToken == "access-late")
        #expect(try await client.accessToken() == Secret("access-old"))
    }
}

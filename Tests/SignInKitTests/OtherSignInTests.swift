import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// Other ways to sign in than Apple's button alone.
@Suite(.timeLimit(.minutes(10))) struct OtherSignInTests {
    private let password = PasswordCredential(user: "ann", password: Secret("p"))

    @Test func `R51 the attempt is opened with the ticket, and a prepared one is left alone`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.prepare()
        #expect(await app.client.signIn(linking: LinkTicket(" ticket\n")).words == "signedIn named")
        #expect(await app.service.count(Route.attempts) == 2)
        let request = try await app.service.last(Route.attempts, NativeAttemptRequest.self)
        #expect(request == NativeAttemptRequest(client: "app", linkTicket: "ticket"))
        #expect(await app.service.calls.allSatisfy { $0.accessToken == nil })
    }

    @Test func `R51 a ticket that was used is refused in words for people, before any sheet`() async throws {
        let app = try AppUnderTest()
        try await app.service.refuse(Route.attempts, "link_ticket_invalid", status: 410)
        await app.client.launch()
        let status = await app.client.signIn(linking: LinkTicket("used"))
        #expect(status.words == "signedOut notYet, link_ticket_invalid")
        #expect(status.failure?.errorDescription == "This step can’t be finished anymore.")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `R51 a ticket is never printed`() {
        #expect(!String(reflecting: LinkTicket("secret-ticket")).contains("secret-ticket"))
        #expect(!String(reflecting: AccountAnswer.ticket(LinkTicket("secret-ticket"))).contains("secret-ticket"))
    }

    @Test func `R50 a sign-in that offers passwords takes one, or shows the sheet for an Apple ID`() async throws {
        for chooses in [true, false] {
            let incidents = Incidents()
            let app = try AppUnderTest {
                $0.signsInWithPasswords = true
                $0.observe = incidents.note
            }
            try await app.service.answer(
                Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
            try await app.service.answer(Route.password, Sample.reply())
            try await app.service.answer(Route.signIn, Sample.reply())
            await app.device.answerSheet { [password] _ in chooses ? .password(password) : .error(.nothingFound) }
            await app.device.give { Sample.credential(for: $0.attempt) }
            await app.client.launch()
            #expect(await app.client.signIn(offeringPasswords: true).words == "signedIn")
            let requests = await app.device.requests
            #expect(requests.map(\.includesPasswords) == (chooses ? [true] : [true, false]))
            #expect(Set(requests.map(\.attempt.id)).count == 1)
            #expect(incidents.all.isEmpty, "nothing that was not there is an incident")
        }
    }

    @Test func `R50 without the offer the sheet is Apple's alone`() async throws {
        let app = try AppUnderTest { $0.signsInWithPasswords = true }
        try await app.expectsSignIn()
        await app.client.launch()
        #expect(await app.client.signIn(offeringPasswords: false).words == "signedIn named")
        #expect(await app.device.requests.map(\.includesPasswords) == [false])
    }

    @Test func `R52 a typed password signs in, also before the storage could be read`() async throws {
        let storage = WatchedStorage()
        storage.isLocked = true
        let app = try AppUnderTest(storage: storage) { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply())
        #expect(await app.client.launch().words == "unknown")
        #expect(await app.client.signIn(with: password).words == "signedIn")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `R19 R52 a task that is cancelled ends the sign-in with a typed password`() async throws {
        let app = try AppUnderTest { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "late"))
        try await app.service.answer(Route.end, "", status: 204)
        await app.client.launch()
        await app.service.holdNext(Route.password)
        let (client, password) = (app.client, password)
        let signingIn = Task { await client.signIn(with: password) }
        while await app.service.count(Route.password) == 0 { await Task.yield() }
        signingIn.cancel()
        #expect(await signingIn.value.words == "signedOut notYet")
        await app.service.release()
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await client.status.words == "signedOut notYet")
    }

    @Test func `a sign-in waits for the check at launch, and a change of the account does not`() async throws {
        let first = try AppUnderTest()
        try await first.expectsSignIn()
        await first.client.launch()
        await first.client.signIn()
        let app = try first.restarted()
        await app.device.stayingSilent(true)
        let launch = Task { await app.client.launch() }
        while await app.device.stateQuestions == 0 { await Task.yield() }
        let tap = Task { await app.client.signIn() }
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600))
        #expect(await app.client.linkAppleAccount().words == "checking", "the person closed the sheet")
        while await !app.time.isAsleep { await Task.yield() }
        await app.time.advance(10)
        #expect(await tap.value.words == "signedIn named")
        #expect(await launch.value.words == "signedIn named")
    }

    @Test func `R53 a session of another login is stored, and used from then on`() async throws {
        let app = try AppUnderTest()
        let session = BackendSession(Sample.reply(token: "own"))
        try await app.client.adopt(session, appleUser: "user-1")
        #expect(await app.client.status.words == "signedIn")
        #expect(try await app.client.accessToken() == Secret("access-own"))
        let next = try app.restarted()
        #expect(await next.client.launch().words == "signedIn")
        #expect(await next.device.stateQuestions == 1, "the device is asked about the Apple Account")
    }

    @Test func `R53 nobody else is signed out by it, and nothing is stored before the first unlock`() async throws {
        let app = try AppUnderTest()
        try await app.client.adopt(BackendSession(Sample.reply(token: "own")))
        let other = BackendSession(Sample.reply(Sample.account("account-2"), token: "other"))
        await #expect(throws: SignInFailure.otherAccount) { try await app.client.adopt(other) }
        #expect(try await app.client.accessToken() == Secret("access-own"))
        let storage = WatchedStorage()
        storage.isLocked = true
        let locked = try AppUnderTest(storage: storage)
        await #expect(throws: SignInFailure.storageLocked) { try await locked.client.adopt(other) }
        #expect(storage.order.isEmpty)
        #expect(await locked.client.status.words == "unknown")
    }

    /// An app whose person has answered that they are new, while the service is silent. Meanwhile another login of the app
    /// begins a session, which waits.
    private func adoptingDuringAnswer(
        _ reply: (AppUnderTest) async throws -> Void
    ) async throws -> (app: AppUnderTest, adoption: Result<Void, any Error>) {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        let question = AccountQuestionReply(question: "question-1", expiresIn: 600, isAddressHidden: true)
        try await app.service.answer(Route.signIn, question, status: 202)
        await app.device.give { Sample.credential(for: $0.attempt) }
        await app.client.launch()
        #expect(await app.client.signIn().words == "asking")
        try await reply(app)
        await app.service.holdNext(Route.answers)
        let client = app.client
        let answering = Task { await client.answer(.new) }
        while await app.service.count(Route.answers) == 0 { await Task.yield() }
        let adopting = Task { try await client.adopt(BackendSession(Sample.reply(token: "own"))) }
        while await client.waiters.count < 2 { await Task.yield() }
        await app.service.release()
        _ = await answering.value
        return (app, await adopting.result)
    }

    @Test func `R53 R54 an answer that makes an account is waited for, and its person stays`() async throws {
        let (app, adoption) = try await adoptingDuringAnswer { app in
            try await app.service.answer(Route.answers, Sample.reply(Sample.account("account-2"), token: "new"))
        }
        #expect(throws: SignInFailure.otherAccount) { try adoption.get() }
        #expect(try await app.client.accessToken() == Secret("access-new"))
        #expect(await app.service.count(Route.end) == 0)
    }

    @Test func `R53 R54 after an answer that failed, the other login's session is used, and the question is open`()
        async throws
    {
        let (app, adoption) = try await adoptingDuringAnswer { app in await app.service.beAway(Route.answers) }
        #expect(throws: Never.self) { try adoption.get() }
        #expect(await app.client.status.words == "asking known")
        #expect(try await app.client.accessToken() == Secret("access-own"))
    }
}

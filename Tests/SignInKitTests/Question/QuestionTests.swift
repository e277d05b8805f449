import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// The service asks before it makes an account, and the app answers.
@Suite(.timeLimit(.minutes(10))) struct QuestionTests {
    private let question = AccountQuestionReply(question: "question-1", expiresIn: 600, isAddressHidden: true)

    /// An app whose person is asked.
    private func asked(
        storage: WatchedStorage = WatchedStorage(), adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) async throws -> AppUnderTest {
        let app = try AppUnderTest(storage: storage, adapt: adapt)
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        try await app.service.answer(Route.signIn, question, status: 202)
        await app.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
        await app.client.launch()
        #expect(await app.client.signIn().words == "asking")
        return app
    }

    private func sent(_ app: AppUnderTest) async throws -> AccountAnswerRequest? {
        try await app.service.last(Route.answers, AccountAnswerRequest.self)
    }

    @Test func `R54 the app says that it can ask, and shows the question without its secret`() async throws {
        let app = try await asked()
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.canAsk == true)
        guard case .asking(let question) = await app.client.status.state else { throw SignInFailure.notSupported }
        #expect(question.isAddressHidden && question.merge == nil && question.person == nil)
        #expect(question.expiresAt == Sample.start.addingTimeInterval(600))
        #expect(question.takes(.new) && question.takes(.ticket(LinkTicket("t"))))
        #expect(!question.takes(.session) && !question.takes(.merge))
    }

    @Test func `R54 an app that does not want to ask says nothing about it`() async throws {
        let app = try AppUnderTest { $0.asksBeforeNewAccount = false }
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.canAsk == nil)
    }

    @Test func `R54 a new person gets an account, and the name is removed`() async throws {
        let app = try await asked()
        try await app.service.answer(Route.answers, Sample.reply(Sample.account(name: Sample.grace)))
        #expect(await app.client.answer(.new).words == "signedIn named")
        #expect(try await sent(app) == AccountAnswerRequest(question: "question-1", answer: "new"))
        #expect(try app.storage.read(.pendingSignIn) == nil && app.storage.read(.firstTimeData) == nil)
        #expect(await app.client.status.state.person?.appleUser == "user-1")
        #expect(await app.service.calls.last?.accessToken == nil)
    }

    @Test func `R54 a ticket of the app's server leads to the account that it names`() async throws {
        let app = try await asked()
        try await app.service.refuse(Route.answers, "link_ticket_invalid", status: 410)
        try await app.service.answer(Route.answers, Sample.reply())
        #expect(await app.client.answer(.ticket(LinkTicket("old"))).words == "asking, link_ticket_invalid")
        #expect(await app.client.answer(.ticket(LinkTicket("new"))).words == "signedIn")
        let expected = AccountAnswerRequest(question: "question-1", answer: "ticket", linkTicket: "new")
        #expect(try await sent(app) == expected)
    }

    @Test func `R54 who signs in to their account during the question adds the Apple Account to it`() async throws {
        let app = try await asked { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "own"))
        let password = PasswordCredential(user: "ann", password: Secret("p"))
        #expect(await app.client.signIn(with: password).words == "asking known")
        try await app.service.answer(Route.answers, Sample.reply(token: "next"))
        #expect(await app.client.answer(.session).words == "signedIn")
        #expect(await app.service.calls.last?.accessToken == "access-own")
        #expect(try await sent(app) == AccountAnswerRequest(question: "question-1", answer: "session"))
        #expect(try await app.client.accessToken() == Secret("access-next"))
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last { $0.route == Route.end }?.accessToken == "access-own")
    }

    @Test func `R54 a backend may go on with the session that has answered`() async throws {
        let app = try await asked { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "own"))
        await app.client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        try await app.service.answer(Route.answers, Sample.reply(token: "own"))
        #expect(await app.client.answer(.session).words == "signedIn")
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.service.count(Route.end) == 0)
    }

    @Test func `R54 an answer under a session that has ended signs out, and the name is kept`() async throws {
        let app = try await asked { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "own"))
        await app.client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        try await app.service.refuse(Route.answers, "session_ended")
        #expect(await app.client.answer(.session).words == "signedOut sessionEnded")
        #expect(try app.storage.read(.session) == nil && app.storage.read(.firstTimeData) != nil)
    }

    @Test func `R54 without a network the question stays open, and is answered again`() async throws {
        let app = try await asked()
        await app.service.beAway(Route.answers)
        #expect(await app.client.answer(.new).words == "asking, service_unreachable")
        await app.service.forget(Route.answers)
        try await app.service.answer(Route.answers, Sample.reply())
        #expect(await app.client.answer(.new).words == "signedIn")
    }

    @Test func `R54 an answer whose reply was lost is over, and the next sign-in leads to the account`() async throws {
        let app = try await asked()
        try await app.service.refuse(Route.answers, "question_over", status: 410)
        #expect(await app.client.answer(.new).words == "signedOut notYet, question_over")
        #expect(try app.storage.read(.pendingSignIn) == nil)
        #expect(try app.storage.read(.firstTimeData) != nil, "the name is sent again")
        await app.service.forget(Route.signIn)
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account(name: Sample.grace)))
        await app.device.give { Sample.credential(for: $0.attempt) }
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.name == Sample.grace)
    }

    @Test func `R54 the question survives the end of the process, and reveals nothing`() async throws {
        let first = try await asked()
        let app = try first.restarted()
        #expect(await app.client.launch().words == "asking")
        #expect(await app.service.calls.isEmpty, "the service is not asked again")
        let status = await app.client.status
        #expect(!String(reflecting: status).contains("question-1"))
        try await app.service.answer(Route.answers, Sample.reply())
        #expect(await app.client.answer(.new).words == "signedIn")
        #expect(try await sent(app)?.question == "question-1")
    }

    @Test func `R54 a question ends by itself`() async throws {
        let app = try await asked()
        while await !app.time.isAsleep { await Task.yield() }
        await app.time.advance(600)
        #expect(await app.client.status { $0.failure != nil }.words == "signedOut notYet, attempt_expired")
        #expect(try app.storage.read(.firstTimeData) != nil)
    }

    @Test func `R54 a question that has already ended is watched until now, not until earlier`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        let late = AccountQuestionReply(question: "q", expiresIn: -5, isAddressHidden: true)
        try await app.service.answer(Route.signIn, late, status: 202)
        await app.device.give { Sample.credential(for: $0.attempt) }
        await app.client.launch()
        await app.client.signIn()
        while await !app.time.isAsleep { await Task.yield() }
        #expect(await app.time.slept == [0])
    }

    @Test func `R54 the end of an earlier question does not end the next one`() async throws {
        let app = try await asked()
        await app.client.cancel()
        await app.time.advance(300)
        await app.device.give { Sample.credential(for: $0.attempt) }
        #expect(await app.client.signIn().words == "asking")
        await app.time.advance(301)
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.client.status.words == "asking")
    }

    @Test func `R54 a client that is dropped is not kept by its question`() async throws {
        weak var gone: SignInClient?
        do {
            let app = try await asked()
            gone = app.client
        }
        while gone != nil { await Task.yield() }
    }

    @Test func `R54 a status of 202 without a question is no answer`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        try await app.service.answer(Route.signIn, ["is_address_hidden": true], status: 202)
        await app.device.give { Sample.credential(for: $0.attempt) }
        await app.client.launch()
        #expect(await app.client.signIn().words == "exchanging waiting, service_unreachable")
    }

    @Test func `R54 an answer to nobody's question changes nothing`() async throws {
        let app = try AppUnderTest()
        await app.client.launch()
        #expect(await app.client.answer(.new).words == "signedOut notYet")
        #expect(await app.service.calls.isEmpty)
    }

    @Test func `a question is stored and read again whole, with what a merge would delete`() throws {
        let merge = MergePreview(account: Sample.account("account-2", name: Sample.grace), identities: 3)
        let question = OpenQuestion(
            id: Secret("q"), expiresAt: Sample.hour, isAddressHidden: false, merge: merge)
        let data = try JSONEncoder().encode(question)
        #expect(try JSONDecoder().decode(OpenQuestion.self, from: data) == question)
        #expect(question.shown(to: nil).merge == merge)
    }
}

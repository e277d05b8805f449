import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// After the app moved to another team, the service offers to merge the account that the person had before.
@Suite(.timeLimit(.minutes(10))) struct OfferTests {
    private static let offer = AccountQuestionReply(
        question: "question-1", expiresIn: 600, isAddressHidden: true,
        merge: AccountMergePreview(account: Sample.account("account-2"), identities: 1), reason: "transfer_conflict")

    /// An app whose person has signed in with their name.
    private func signedIn(
        offer: AccountQuestionReply = OfferTests.offer, adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) async throws -> AppUnderTest {
        let app = try AppUnderTest(adapt: adapt)
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        var reply = Sample.reply(Sample.account(name: Sample.grace))
        reply.offer = offer
        try await app.service.answer(Route.signIn, reply)
        await app.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
        await app.client.launch()
        await app.client.signIn()
        return app
    }

    @Test func `R59 the person is signed in and stored, and sees the offer without its secret`() async throws {
        let app = try await signedIn()
        let status = await app.client.status
        guard case .asking(let question) = status.state else { throw SignInFailure.notSupported }
        #expect(question.isOffer && question.merge?.account.id == "account-2" && question.merge?.identities == 1)
        #expect(question.person?.account.id == "account-1" && question.person?.appleUser == "user-1")
        #expect(question.expiresAt == Sample.start.addingTimeInterval(600))
        #expect(!String(reflecting: status).contains("question-1"))
        #expect(try app.storage.read(.session) != nil && app.storage.read(.firstTimeData) == nil)
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test func `R59 a yes is sent with the session, which goes on`() async throws {
        let app = try await signedIn()
        try await app.service.answer(Route.answers, Sample.account(name: Sample.grace))
        #expect(await app.client.answer(.merge).words == "signedIn named")
        let sent = try await app.service.last(Route.answers, AccountAnswerRequest.self)
        #expect(sent == AccountAnswerRequest(question: "question-1", answer: "merge"))
        #expect(await app.service.calls.last?.accessToken == "access-1")
        #expect(try app.storage.read(.pendingSignIn) == nil && app.storage.read(.session) != nil)
        #expect(await app.service.count(Route.end) == 0)
    }

    @Test func `R59 a no sends nothing, and the person stays signed in`() async throws {
        let app = try await signedIn()
        #expect(await app.client.cancel().words == "signedIn named")
        #expect(await app.service.count(Route.answers) == 0)
        #expect(try app.storage.read(.pendingSignIn) == nil && app.storage.read(.firstTimeData) == nil)
        #expect(await app.client.signOut().words == "signedOut byPerson")
    }

    @Test func `R59 an offer that nobody answers ends by itself, without a failure`() async throws {
        let app = try await signedIn()
        while await !app.time.isAsleep { await Task.yield() }
        await app.time.advance(600)
        let after = await app.client.status { if case .signedIn = $0.state { true } else { false } }
        #expect(after.words == "signedIn named")
        #expect(try app.storage.read(.pendingSignIn) == nil)
    }

    @Test func `R59 the offer survives the end of the process, and is answered with the stored session`() async throws {
        let app = try await signedIn().restarted()
        #expect(await app.client.launch().words == "asking offer")
        #expect(await app.service.calls.isEmpty, "the service is not asked again")
        try await app.service.answer(Route.answers, Sample.account(name: Sample.grace))
        #expect(await app.client.answer(.merge).words == "signedIn named")
        #expect(await app.service.calls.last?.accessToken == "access-1")
    }

    @Test func `R59 after an answer whose reply was lost, a restart shows nothing that may be over`() async throws {
        let app = try await signedIn()
        await app.service.beAway(Route.answers)
        #expect(await app.client.answer(.merge).words == "asking offer, service_unreachable")
        #expect(try app.storage.read(.pendingSignIn) == nil)
        let next = try app.restarted()
        #expect(await next.client.launch().words == "signedIn named")
        await app.service.forget(Route.answers)
        try await app.service.refuse(Route.answers, "question_over", status: 410)
        #expect(await app.client.answer(.merge).words == "signedIn named, question_over")
    }

    @Test func `R59 an app that does not ask is not shown an offer`() async throws {
        let app = try await signedIn { $0.asksBeforeNewAccount = false }
        #expect(await app.client.status.words == "signedIn named")
        #expect(try app.storage.read(.pendingSignIn) == nil)
    }

    @Test func `R59 an offer of something else than a merge is not shown`() async throws {
        let other = AccountQuestionReply(question: "question-1", expiresIn: 600, isAddressHidden: true)
        #expect(try await signedIn(offer: other).client.status.words == "signedIn named")
    }

    @Test func `R59 a session that has ended takes its offer along`() async throws {
        let app = try await signedIn()
        try await app.service.refuse(Route.answers, "session_ended")
        #expect(await app.client.answer(.merge).words == "signedOut sessionEnded")
        #expect(try app.storage.read(.session) == nil && app.storage.read(.pendingSignIn) == nil)
        #expect(try app.storage.read(.firstTimeData) == nil)
    }
}

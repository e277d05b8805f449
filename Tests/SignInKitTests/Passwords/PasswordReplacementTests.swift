import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The system asks to replace a saved password by Sign in with Apple, and learns how it ended.
@Suite(.timeLimit(.minutes(10))) struct PasswordReplacementTests {
    private let password = PasswordCredential(user: "ann", password: Secret("p"))

    /// An extension, which has stored nothing.
    private func app() async throws -> AppUnderTest {
        let app = try AppUnderTest { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply(token: "old"))
        try await app.service.answer(
            Route.upgrade, NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600))
        try await app.service.answer(Route.end, "")
        await app.device.give { Sample.credential(for: $0.attempt) }
        return app
    }

    @Test func `a password is replaced, and the session that this took is ended`() async throws {
        let app = try await app()
        try await app.service.answer(Route.signIn, Sample.reply(token: "new"))
        #expect(await app.client.replacePassword(password) == .replaced)
        #expect(await app.device.requests.map(\.purpose) == [.upgrade])
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.client.status.state == .signedOut(.byPerson))
    }

    @Test func `a wrong password shows no sheet`() async throws {
        let app = try await app()
        await app.service.forget(Route.password)
        try await app.service.refuse(Route.password, "password_wrong")
        guard case .failed(let failure) = await app.client.replacePassword(password) else {
            throw SignInFailure.notSupported
        }
        #expect(failure.code == "password_wrong")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `a wrong password upgrades nobody who happens to be signed in`() async throws {
        let app = try await app()
        await app.client.launch()
        await app.client.signIn(with: PasswordCredential(user: "grace", password: Secret("q")))
        await app.service.forget(Route.password)
        try await app.service.refuse(Route.password, "password_wrong")
        guard case .failed(let failure) = await app.client.replacePassword(password) else {
            throw SignInFailure.notSupported
        }
        #expect(failure.code == "password_wrong")
        #expect(await app.device.requests.isEmpty)
        #expect(await app.client.status.state.person != nil)
        #expect(await app.service.count(Route.end) == 0)
    }

    @Test func `a closed sheet is no failure`() async throws {
        let app = try await app()
        await app.device.forgetAnswers()
        #expect(await app.client.replacePassword(password) == .canceled)
    }

    @Test func `an Apple Account with an account of its own is for the app to ask about`() async throws {
        let app = try await app()
        let question = AccountQuestionReply(
            question: "q", expiresIn: 600, isAddressHidden: false,
            merge: AccountMergePreview(account: Sample.account("account-2"), identities: 1))
        try await app.service.answer(Route.signIn, question, status: 202)
        #expect(await app.client.replacePassword(password) == .failed(.otherAccount))
    }

    @Test func `nobody is told that a password is gone whose replacement is not known`() {
        #expect(
            PasswordReplacement(SignInStatus(state: .linking(.example))) == .failed(.unreachable(retryAfter: nil)))
        let failed = SignInStatus(state: .signedIn(.example), failure: .attemptExpired)
        #expect(PasswordReplacement(failed) == .failed(.attemptExpired))
    }
}

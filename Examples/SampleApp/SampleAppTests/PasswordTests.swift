import SignInKit
import SignInKitTesting
import Testing

/// What the settings and the question do with passwords, with a backend in memory.
@Suite(.timeLimit(.minutes(1))) struct PasswordTests {
    private static let wrong = SignInFailure.refused(code: "password_wrong", requestID: "")

    @Test func `a password is changed with the current one, and from then on only the new one signs in`() async throws {
        let (test, actions) = try newApp()
        await test.client.signIn(with: typed("old words"))
        #expect(await actions.change(from: "wrong", to: "new words") == SignInWords.failure(Self.wrong))
        #expect(await actions.change(from: "old words", to: "new words") == PasswordActions.changed)
        await test.client.signOut()
        #expect(await test.client.signIn(with: typed("old words")).failure == Self.wrong)
        #expect(await test.client.signIn(with: typed("new words")).state.person != nil)
    }

    @Test func `the code of a mail sets a new password, and the person signs in again`() async throws {
        let (test, actions) = try newApp()
        await test.client.signIn(with: typed("old words"))
        #expect(await actions.requestMail(for: "maya") == PasswordActions.mailed)
        let code = try #require(await test.backend.resetCodes["maya"])
        let unknown = SignInFailure.refused(code: "code_invalid", requestID: "")
        #expect(await actions.reset(with: "guessed", to: "new words") == SignInWords.failure(unknown))
        #expect(await actions.reset(with: " \(code.exposed)\n", to: "new words") == PasswordActions.changed)
        #expect(await test.client.status.state == .signedOut(.sessionEnded))
        #expect(await test.client.signIn(with: typed("new words")).state.person != nil)
    }

    @Test func `nobody learns from a mail whether somebody has a name`() async throws {
        let (_, actions) = try newApp()
        #expect(await actions.requestMail(for: "nobody") == PasswordActions.mailed)
    }

    @Test func `a typed password answers the question, and a wrong one leaves it open`() async throws {
        let (test, actions) = try newApp()
        let own = await test.client.signIn(with: typed("old words")).state.person?.account.id
        await test.client.signOut()
        await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
        await test.signIn(as: .ada)
        await actions.answer(name: "maya", password: "wrong")
        let open = await test.client.status
        #expect(open.failure == Self.wrong)
        guard case .asking = open.state else {
            Issue.record("the question is over: \(open)")
            return
        }
        await actions.answer(name: "maya", password: "old words")
        #expect(await test.client.status.state.person?.account.id == own)
        #expect(await test.backend.accounts.count == 1)
    }

    private func typed(_ password: String) -> PasswordCredential {
        PasswordCredential(user: "maya", password: Secret(password))
    }

    private func newApp() throws -> (TestSignIn, PasswordActions) {
        let clock = TestSignInClock()
        let backend = MemoryBackend(passwords: ["maya": "old words"], clock: clock)
        let test = try TestSignIn(backend: backend, clock: clock) { $0.signsInWithPasswords = true }
        return (test, PasswordActions(client: test.client))
    }
}

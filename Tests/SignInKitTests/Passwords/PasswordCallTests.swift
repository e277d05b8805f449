import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// The password of an account, the sessions, and the copy of the data.
@Suite(.timeLimit(.minutes(10))) struct PasswordCallTests {
    private func app() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        return app
    }

    @Test func `the app learns whether there is a password, and for which names`() async throws {
        let app = try await app()
        try await app.service.answer(Route.readPassword, AccountPasswordReply(since: Sample.start, names: ["ann"]))
        try await app.service.answer(Route.readPassword, AccountPasswordReply(since: nil, names: []))
        let facts = try await app.client.password()
        #expect(facts == PasswordFacts(since: Sample.start, names: ["ann"]) && facts.hasPassword)
        #expect(try await app.client.password().hasPassword == false)
    }

    @Test func `a password is changed with the current one, or right after a sign-in`() async throws {
        let app = try await app()
        try await app.service.answer(Route.changePassword, "", status: 204)
        try await app.client.changePassword(to: Secret("new"), current: Secret("old"))
        var sent = try await app.service.last(Route.changePassword, PasswordChangeRequest.self)
        #expect(sent == PasswordChangeRequest(current: "old", password: "new"))
        try await app.client.changePassword(to: Secret("new"))
        sent = try await app.service.last(Route.changePassword, PasswordChangeRequest.self)
        #expect(sent == PasswordChangeRequest(password: "new"))
        #expect(await app.service.calls.last?.accessToken == "access-1")
    }

    @Test func `a new password is set by mail, without a session`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(Route.requestReset, "", status: 204)
        try await app.service.answer(Route.reset, "", status: 204)
        try await app.client.requestPasswordReset(for: "ann")
        try await app.client.resetPassword(code: Secret("ABCD-EFGH"), to: Secret("new"))
        let mail = try await app.service.last(Route.requestReset, PasswordResetMailRequest.self)
        #expect(mail == PasswordResetMailRequest(name: "ann"))
        let reset = try await app.service.last(Route.reset, PasswordResetRequest.self)
        #expect(reset == PasswordResetRequest(token: "ABCD-EFGH", password: "new"))
        #expect(await app.service.calls.allSatisfy { $0.accessToken == nil })
    }

    @Test(arguments: ["password_common", "password_too_short", "password_too_long"])
    func `an unsuitable password is refused in words for people`(code: String) async throws {
        let app = try await app()
        try await app.service.refuse(Route.changePassword, code, status: 400)
        let failure = await #expect(throws: SignInFailure.self) {
            try await app.client.changePassword(to: Secret("a"))
        }
        #expect(failure?.errorDescription == "This password can’t be used.")
    }

    @Test func `the sessions are listed, and ended one by one or together`() async throws {
        let app = try await app()
        var entry = SessionEntry(
            id: "s", client: "web", platform: "web", isCurrent: false, createdAt: Sample.start, renewedAt: Sample.hour,
            expiresAt: Sample.hour)
        entry.browser = "Firefox (Windows)"
        try await app.service.answer(Route.sessions, SessionsReply(sessions: [entry]))
        try await app.service.answer(Route.endOne, "", status: 204)
        try await app.service.answer(Route.endOthers, SessionsEndedReply(ended: 3))
        let expected = AccountSession(
            id: "s", client: "web", platform: "web", browser: "Firefox (Windows)", isCurrent: false,
            beganAt: Sample.start, renewedAt: Sample.hour)
        #expect(try await app.client.sessions() == [expected])
        try await app.client.endSession("s")
        let ended = try await app.service.last(Route.endOne, SessionEndRequest.self)
        #expect(ended == SessionEndRequest(session: "s"))
        #expect(try await app.client.endOtherSessions() == 3)
        #expect(await app.service.calls.suffix(3).allSatisfy { $0.accessToken == "access-1" })
    }

    @Test func `a list with times that are none is no answer of the service`() async throws {
        let app = try await app()
        var entry = SessionEntry(
            id: "s", client: "web", platform: "web", isCurrent: false, createdAt: Sample.start, renewedAt: Sample.hour,
            expiresAt: Sample.hour)
        entry.createdAt = "yesterday"
        try await app.service.answer(Route.sessions, SessionsReply(sessions: [entry]))
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.sessions() }
    }

    @Test func `the copy of the data is the service's own text`() async throws {
        let app = try await app()
        try await app.service.answer(Route.copyOfData, ["account": "all of it"])
        let copy = try await app.client.copyOfData()
        #expect(String(decoding: copy, as: UTF8.self) == #"{"account":"all of it"}"#)
    }

    @Test func `an ended session signs the person out, whatever call hears of it`() async throws {
        let app = try await app()
        try await app.service.refuse(Route.sessions, "session_ended")
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.sessions() }
        #expect(await app.client.status.words == "signedOut sessionEnded")
    }

    @Test func `another backend says what it cannot do`() async throws {
        let app = try OwnApp()
        await app.signIn()
        await #expect(throws: SignInFailure.notSupported) { try await app.client.sessions() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.endSession("s") }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.endOtherSessions() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.password() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.changePassword(to: Secret("p")) }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.requestPasswordReset(for: "a") }
        await #expect(throws: SignInFailure.notSupported) {
            try await app.client.resetPassword(code: Secret("c"), to: Secret("p"))
        }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.copyOfData() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.identities() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.unlink("1") }
        #expect(await app.client.linkAppleAccount().failure == .notSupported)
        #expect(await app.client.upgradeToApple().failure == .notSupported)
        await app.client.signOut()
        #expect(await app.client.signIn(linking: LinkTicket("t")).failure == .notSupported)
        #expect(
            await app.client.signIn(with: PasswordCredential(user: "a", password: Secret("p"))).failure == .notSupported
        )
    }
}

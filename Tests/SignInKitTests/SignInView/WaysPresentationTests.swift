import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The page about the ways to sign in lists them, and offers what the person can change.
@Suite(.timeLimit(.minutes(10))) struct WaysPresentationTests {
    private let withPassword = SignedInPerson(
        account: SignInAccount(id: "account-1"), appleUser: nil, signedInAt: Sample.start)

    private func shown(_ ways: WaysToSignIn, _ person: SignedInPerson? = .example) -> WaysPresentation {
        WaysPresentation(ways, person: person)
    }

    @Test func `each way to sign in is a row, and the password is the last one`() {
        let rows = shown(.example).rows
        #expect(rows.map(\.title) == ["Apple Account", "accounts.google.com", "Password"])
        #expect(rows.map(\.canRemove) == [true, true, false])
        #expect(Set(rows.map(\.id)).count == 3)
    }

    @Test func `the last way to sign in has no button to remove it`() {
        let last = SignInIdentity(id: "1", issuer: SignInIdentity.apple, canUnlink: false)
        #expect(shown(WaysToSignIn(identities: [last], hasPassword: false)).rows.map(\.canRemove) == [false])
    }

    @Test func `an issuer that is no address is shown as it is`() {
        let other = SignInIdentity(id: "1", issuer: "intranet", canUnlink: true)
        #expect(shown(WaysToSignIn(identities: [other], hasPassword: false)).rows.map(\.title) == ["intranet"])
    }

    @Test func `only who did not sign in with this device's Apple Account can add it`() {
        let ways = WaysToSignIn(identities: [], hasPassword: false)
        #expect(shown(ways, withPassword).changes == [.addApple])
        #expect(shown(ways, .example).changes.isEmpty)
    }

    @Test func `only a password can be replaced by Apple`() {
        #expect(shown(WaysToSignIn(identities: [], hasPassword: true), withPassword).changes == [.addApple, .upgrade])
        #expect(shown(WaysToSignIn(identities: [], hasPassword: true), .example).changes == [.upgrade])
    }

    @Test func `each button says what it does`() {
        let all: [WaysPresentation.Change] = [.addApple, .upgrade, .remove("1")]
        #expect(
            all.map(\.title) == [
                "Add this device’s Apple Account", "Use Apple instead of my password", "Remove",
            ])
    }

    /// An app with a person who signed in with a password.
    private func app() async throws -> AppUnderTest {
        let app = try AppUnderTest { $0.signsInWithPasswords = true }
        try await app.service.answer(Route.password, Sample.reply())
        await app.client.launch()
        await app.client.signIn(with: PasswordCredential(user: "ann", password: Secret("p")))
        return app
    }

    @Test func `the page is read with the password, if the service allows passwords`() async throws {
        let app = try await app()
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        try await app.service.answer(
            Route.readPassword, AccountPasswordReply(since: Sample.start, names: ["ann"]))
        #expect(try await app.client.waysToSignIn() == WaysToSignIn(identities: [], hasPassword: true))
        await app.service.forget(Route.readPassword)
        try await app.service.refuse(Route.readPassword, "password_off", status: 403)
        #expect(try await app.client.waysToSignIn() == WaysToSignIn(identities: [], hasPassword: false))
    }

    @Test func `a service that is away shows no page, instead of one without the password`() async throws {
        let app = try await app()
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        await app.service.beAway(Route.readPassword)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.waysToSignIn() }
    }

    @Test func `each change makes its call, and returns what did not work`() async throws {
        let app = try await app()
        try await app.service.answer(Route.unlink, [String: String]())
        #expect(await app.client.make(.remove("1")) == nil)
        await app.service.forget(Route.unlink)
        try await app.service.refuse(Route.unlink, "last_way_in", status: 409)
        #expect(await app.client.make(WaysPresentation.Change.remove("1"))?.code == "last_way_in")
        try await app.service.refuse(Route.attempts, "native_off", status: 403)
        #expect(await app.client.make(.addApple)?.code == "native_off")
        try await app.service.refuse(Route.upgrade, "password_missing", status: 409)
        #expect(await app.client.make(.upgrade)?.code == "password_missing")
    }

    @Test func `devices and browsers are signed out one by one, or all at once`() async throws {
        let app = try await app()
        try await app.service.answer(Route.endOne, [String: String]())
        #expect(await app.client.make(.end("2")) == nil)
        await app.service.beAway(Route.endOthers)
        #expect(await app.client.make(.endOthers) == .unreachable(retryAfter: nil))
    }
}

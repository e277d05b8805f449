import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Signing out, deleting the account, and searching silently for an account.
@Suite struct LeavingTests {
    private func signedIn() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.client.launch()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        return app
    }

    @Test func `R39 signing out ends our session and leaves Apple's permission alone`() async throws {
        let app = try await signedIn()
        try await app.service.answer(Route.end, "")
        #expect(await app.client.signOut().words == "signedOut byPerson")
        while await app.service.calls.isEmpty { await Task.yield() }
        #expect(await app.service.calls.map(\.route) == [Route.end])
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `R39 a client does not go away before it has ended our session`() async throws {
        weak var client: SignInClient?
        let service: StandInService
        do {
            let app = try await signedIn()
            try await app.service.answer(Route.end, "")
            await app.client.signOut()
            service = app.service
            client = app.client
        }
        while client != nil { await Task.yield() }
        #expect(await service.count(Route.end) == 1)
    }

    @Test func `R39 a session whose access token is over is renewed to be ended`() async throws {
        let app = try await signedIn()
        try await app.service.refuse(Route.end, "access_token_expired")
        try await app.service.answer(Route.end, "")
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.client.signOut()
        while await app.service.count(Route.end) < 2 { await Task.yield() }
        #expect(await app.service.calls.last?.accessToken == "access-2")
    }

    @Test func `R40 R41 deletion proves the person anew, then deletes at the service, then clears the device`()
        async throws
    {
        let app = try await signedIn()
        await app.service.onCall { [storage = app.storage] in storage.note($0) }
        try await app.service.answer(Route.signIn, Sample.reply(token: "fresh"))
        try await app.service.answer(Route.delete, AccountDeletionReply(revocation: "impossible"))
        await app.device.give { Sample.credential(for: $0.attempt) }
        let status = await app.client.deleteAccount()
        let address = AccountDeletionReply.stopUsing
        #expect(status.state == .signedOut(.accountDeleted(.byHand(address: address))))
        #expect(await app.service.calls.last?.accessToken == "access-fresh", "the old session is not fresh enough")
        #expect(
            app.storage.order.suffix(4) == [
                "write session", "remove pending-sign-in", Route.delete, "remove session",
            ])
    }

    @Test func `R41 somebody else's proof deletes nothing and is not sent`() async throws {
        let app = try await signedIn()
        await app.device.give { Sample.credential(user: "user-2", for: $0.attempt) }
        #expect(await app.client.deleteAccount().words == "signedIn, other_person")
        #expect(await app.service.count(Route.signIn) == 0)
        #expect(await app.service.count(Route.delete) == 0)
    }

    @Test func `R41 a deletion that does not reach the service leaves the person signed in`() async throws {
        let app = try await signedIn()
        try await app.service.answer(Route.signIn, Sample.reply(token: "fresh"))
        await app.service.beAway(Route.delete)
        await app.device.give { Sample.credential(for: $0.attempt) }
        #expect(await app.client.deleteAccount().words == "signedIn, service_unreachable")
        #expect(try app.storage.read(.session) != nil)
    }

    @Test func `R22 closing the sheet keeps the account`() async throws {
        let app = try await signedIn()
        #expect(await app.client.deleteAccount().words == "signedIn")
        #expect(await app.device.requests.count == 1)
    }

    @Test(arguments: [1000, 1001, 1003, 1004, 1005])
    func `R11 R13 a silent search that finds nothing says nothing`(code: Int) async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.answerSheet { _ in .failed(SheetFailure(code: code)) }
        await app.client.launch()
        #expect(await app.client.findExistingAccount().words == "signedOut notYet")
        let request = try #require(await app.device.requests.first)
        #expect(request.scopes.isEmpty && request.isSilent && request.includesPasswords)
    }

    @Test func `R11 without a quiet search and a login for passwords, nothing is asked`() async throws {
        let app = try AppUnderTest(device: StandInDevice(canSearchQuietly: false))
        await app.client.launch()
        #expect(await app.client.findExistingAccount().words == "signedOut notYet")
        #expect(await app.device.requests.isEmpty)
        #expect(await app.service.count(Route.attempts) == 0)
    }

    @Test func `R10 a person who has just signed out is not searched for`() async throws {
        let app = try await signedIn()
        await app.client.signOut()
        #expect(await app.client.findExistingAccount().words == "signedOut byPerson")
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `R19 a search that is given up does not end the sign-in that took its place`() async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { _ in
            while !Task.isCancelled { await Task.yield() }
            return .failed(.canceled)
        }
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-s", nonce: "nonce-s", expiresIn: 600))
        try await app.expectsSignIn()
        await app.client.launch()
        let search = Task { await app.client.findExistingAccount() }
        while await app.device.requests.isEmpty { await Task.yield() }
        await app.service.holdNext(Route.signIn)
        async let signIn = app.client.signIn()
        while await app.service.count(Route.signIn) == 0 { await Task.yield() }
        search.cancel()
        for _ in 0..<100 { await Task.yield() }
        await app.service.release()
        #expect(await signIn.words == "signedIn named")
    }

    @Test func `R10 R15 a password of the keychain goes to the app's own login`() async throws {
        let app = try AppUnderTest { $0.passwordLogin = StandInLogin() }
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.answerSheet { _ in .password(PasswordCredential(user: "ann", password: Secret("right"))) }
        await app.client.launch()
        let status = await app.client.findExistingAccount()
        #expect(status.state.person?.account.id == "password-ann")
        #expect(await app.device.requests.first?.includesPasswords == true)
        // The person signed in with a password, so there is no permission at Apple to check.
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 0)
    }

    @Test(arguments: [
        (1000, SheetFailure.unknown), (1001, .canceled), (1002, .invalidResponse), (1003, .notHandled), (1004, .failed),
        (1005, .notInteractive), (1006, .other(1006)), (1009, .preferSignInWithApple), (7, .other(7)),
    ])
    func `Apple's error numbers begin at 1000`(code: Int, failure: SheetFailure) {
        #expect(SheetFailure(code: code) == failure)
    }

    @Test(
        arguments: [
            ("  Grace ", "Hopper\u{0}\n", "Grace", "Hopper"), ("\u{1b}[31m", nil, "[31m", nil),
            (nil, "Nakamoto", nil, "Nakamoto"), ("Ada\u{202E}", "Love\u{2066}lace", "Ada", "Lovelace"),
            ("Grace", "\u{2060}", "Grace", nil), ("A\u{2028}d\u{2029}a", "L\u{E000}ee", "Ada", "Lee"),
            ("\u{646}\u{200C}\u{627}", "👩\u{200D}👧", "\u{646}\u{200C}\u{627}", "👩\u{200D}👧"),
        ] as [(String?, String?, String?, String?)])
    func `R30 a typed name loses what nobody sees, and keeps the joiners of scripts and emoji`(
        given: String?, family: String?, cleanGiven: String?, cleanFamily: String?
    ) {
        #expect(
            PersonName(typedGiven: given, typedFamily: family) == PersonName(given: cleanGiven, family: cleanFamily))
    }

    @Test func `R30 a name of blanks is none`() {
        #expect(PersonName(typedGiven: " \t", typedFamily: nil) == nil)
        #expect(PersonName(typedGiven: "\u{202E}", typedFamily: " \u{2060} ") == nil)
    }
}

private struct StandInLogin: PasswordLogin {
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        guard credential.password.exposed == "right" else {
            throw .refused(code: "wrong_password", requestID: "request")
        }
        return Sample.session(user: nil, account: Sample.account("password-" + credential.user))
    }
}

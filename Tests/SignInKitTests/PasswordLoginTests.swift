import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// A password from the person's keychain signs in at the service, if the app switches it on.
@Suite struct PasswordLoginTests {
    private let password = PasswordCredential(user: "ada@example.com", password: Secret("correct horse"))

    private func app(signsInWithPasswords: Bool) async throws -> AppUnderTest {
        let app = try AppUnderTest { $0.signsInWithPasswords = signsInWithPasswords }
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.answerSheet { [password] _ in .password(password) }
        await app.client.launch()
        return app
    }

    @Test func `one line switches the service's login on`() async throws {
        let app = try await app(signsInWithPasswords: true)
        try await app.service.answer(Route.password, Sample.reply())
        #expect(await app.client.findExistingAccount().words == "signedIn")
        let sent = try #require(try await app.service.last(Route.password, PasswordSignInRequest.self))
        #expect(sent == PasswordSignInRequest(client: "app", name: "ada@example.com", password: "correct horse"))
        #expect(try await app.client.accessToken() == Secret("access-1"))
        #expect(try app.storage.read(.session) != nil)
    }

    @Test func `a wrong password says so`() async throws {
        let app = try await app(signsInWithPasswords: true)
        try await app.service.refuse(Route.password, "password_wrong")
        #expect(await app.client.findExistingAccount().words == "signedOut notYet, password_wrong")
    }

    @Test func `without it no password leaves the device`() async throws {
        let app = try await app(signsInWithPasswords: false)
        #expect(await app.client.findExistingAccount().words == "signedOut notYet")
        #expect(await app.service.calls.map(\.route) == [Route.attempts])
    }

    @Test func `the deletion of an account with a password asks no sheet`() async throws {
        let app = try await app(signsInWithPasswords: true)
        try await app.service.answer(Route.password, Sample.reply())
        try await app.service.answer(Route.delete, AccountDeletionReply(revocation: "queued"))
        await app.client.findExistingAccount()
        #expect(await app.client.deleteAccount().words == "signedOut accountDeleted")
        #expect(await app.device.requests.count == 1)
    }

    @Test func `R19 a task that is cancelled waits for a deletion that has begun`() async throws {
        let app = try await app(signsInWithPasswords: true)
        try await app.service.answer(Route.password, Sample.reply())
        try await app.service.answer(Route.delete, AccountDeletionReply(revocation: "queued"))
        await app.client.findExistingAccount()
        await app.service.holdNext(Route.delete)
        let deletion = Task { await app.client.deleteAccount() }
        while await app.service.count(Route.delete) == 0 { await Task.yield() }
        deletion.cancel()
        for _ in 0..<100 { await Task.yield() }
        await app.service.release()
        #expect(await deletion.value.words == "signedOut accountDeleted")
    }

    @Test(arguments: [
        ("http://192.168.1.20:8080/", true), ("http://192.168.1.20:8080/base", true),
        ("HTTP://192.168.1.20:8080", true),
        ("http://192.168.1.20", false), ("http://192.168.1.20:8081", false), ("http://192.168.1.2:8080", false),
        ("http://192.168.1.20.example.com:8080", false), ("ftp://192.168.1.20:8080", false),
        ("http://me@192.168.1.20:8080", false),
    ])
    func `only a named origin may be called without TLS`(address: String, isAllowed: Bool) throws {
        let url = try AppUnderTest.address(address)
        let origins: Set = ["http://192.168.1.20:8080"]
        #expect(SignInService.isSafe(url, plainOrigins: origins) == isAllowed)
        #expect(!SignInService.isSafe(url), "nothing is allowed by default")
    }

    @Test func `a port that is not named is the scheme's own, and an empty list allows nothing`() throws {
        let address = try AppUnderTest.address("http://mac.local/")
        #expect(SignInService.isSafe(address, plainOrigins: ["http://mac.local:80"]))
        let named = try AppUnderTest.address("http://mac.local:80")
        #expect(SignInService.isSafe(named, plainOrigins: ["http://mac.local"]))
        #expect(!SignInService.isSafe(address, plainOrigins: [""]))
        #expect(!SignInService.isSafe(address, plainOrigins: ["mac.local"]))
    }

    @Test func `an app's configuration carries its origins to the service`() async throws {
        let address = try AppUnderTest.address("http://mac.local:8080")
        var configuration = SignInConfiguration(server: address, client: "app")
        let storage = MemoryStorage()
        #expect(throws: SignInFailure.addressRefused) {
            try SignInClient(configuration, device: StandInDevice(), storage: storage, mark: storage)
        }
        configuration.plainOrigins = ["http://mac.local:8080"]
        _ = try SignInClient(configuration, device: StandInDevice(), storage: storage, mark: storage)
    }
}

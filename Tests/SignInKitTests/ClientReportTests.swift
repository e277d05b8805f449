import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// What the client tells the app, and what it does once although it was asked several times.
@Suite(.timeLimit(.minutes(10))) struct ClientReportTests {
    @Test func `each change of the status is told once`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        try await app.service.answer(Route.end, "")
        let statuses = await app.client.statuses()
        await app.client.launch()
        await app.client.signIn()
        await app.client.enterForeground()
        await app.client.signOut()
        var told: [String] = []
        for await status in statuses {
            told.append(status.words)
            if status.words == "signedOut byPerson" { break }
        }
        #expect(
            told == [
                "unknown", "signedOut notYet", "authorizing", "exchanging asking", "signedIn named",
                "signedOut byPerson",
            ])
    }

    @Test func `the app hears of a failure once, however often the service is asked`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        await app.service.beAway(Route.signIn)
        await app.service.beAway(Route.signIn)
        try await app.expectsSignIn()
        let statuses = await app.client.statuses()
        #expect(await app.client.signIn().words == "exchanging waiting, service_unreachable")
        await app.time.advanceWhenAsleep(1)
        await app.time.advanceWhenAsleep(2)
        for await status in statuses where status.state.person != nil { break }
        #expect(await app.time.slept == [1, 2])
        #expect(incidents.all == [.failed(.unreachable(retryAfter: nil))])
    }

    @Test func `the app hears that the device did not answer`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.device.say(nil)
        #expect(await app.client.launch().words == "signedIn")
        #expect(incidents.all == [.credentialStateUnknown])
    }

    @Test func `R19 the sheet is closed when the task that asked for it is cancelled`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.answerSheet { [storage = app.storage] _ in
            while !Task.isCancelled { await Task.yield() }
            storage.note("sheet closed")
            return .failed(.canceled)
        }
        let task = Task { await app.client.signIn() }
        while await app.device.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value.words == "signedOut notYet")
        while app.storage.order.last != "sheet closed" { await Task.yield() }
    }

    @Test func `the storage is read once, however many callers launch at the same time`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try app.storage.write(Data("{".utf8), to: .session)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { await app.client.launch() } }
        }
        #expect(incidents.all == [.storageFailed(.session)])
    }

    @Test func `what could not be stored is not forgotten in the foreground`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        app.storage.isFailing = true
        await app.client.launch()
        await app.client.signIn()
        #expect(await app.client.enterForeground().words == "signedIn named")
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test func `R6 the device is listened to once, however often the storage is read`() async throws {
        let app = try AppUnderTest()
        app.storage.isLocked = true
        await app.client.launch()
        await app.client.launch()
        app.storage.isLocked = false
        #expect(await app.client.launch().words == "signedOut notYet")
        #expect(await app.client.revocations != nil)
        while await app.device.listeners == 0 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.device.listeners == 1)
    }

    @Test func `R46 on a simulator a service that is away signs nobody out`() async throws {
        let app = try AppUnderTest { $0.revocationTrust = RevocationTrust(isSimulator: true) }
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.device.say(.revoked)
        await app.service.beAway(Route.refresh)
        #expect(await app.client.launch().words == "signedIn")
        #expect(await app.service.count(Route.refresh) == 2)
    }

    @Test func `a sign-in that was refused confirms no deletion`() async throws {
        let login = ConfirmedLogin()
        let app = try OwnApp { $0.passwordLogin = login }
        await app.backend.fail(SignInFailure.refused(code: "not_welcome", requestID: ""))
        #expect(await app.signIn().words == "signedOut notYet, not_welcome")
        await app.device.answerSheet { _ in .password(PasswordCredential(user: "ann", password: Secret("p"))) }
        #expect(await app.client.findExistingAccount().words == "signedIn")
        #expect(await app.client.deleteAccount().words == "signedOut accountDeleted")
        let deletion = try #require(await app.backend.deletions.first)
        #expect(deletion.confirmation == nil)
    }

    @Test func `a device that does not say so shows nothing unasked`() {
        struct Device: AppleDevice {
            func present(_ request: SheetRequest) async -> SheetResult { .failed(.canceled) }
            func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }
            func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
        }
        #expect(!Device().canSearchQuietly)
    }
}

private struct ConfirmedLogin: PasswordLogin {
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        Sample.session(user: nil)
    }
}

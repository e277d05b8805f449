import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The system may never say how the sheet ended, and never answer a question.
@Suite(.timeLimit(.minutes(10))) struct SilentDeviceTests {
    /// An app whose first sheet never ends by itself, not even when it is closed.
    private func silent(_ purpose: SheetPurpose = .signIn) async throws -> AppUnderTest {
        let app = try AppUnderTest()
        if purpose == .deletion {
            try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
            app.mark.set()
            await app.client.launch()
        }
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.expectsSignIn()
        return app
    }

    /// Calls as the action of a button does that was tapped.
    private func tap(_ call: @Sendable () async -> SignInStatus) async -> SignInStatus {
        await ButtonTap.$current.withValue(Sample.tap) { await call() }
    }

    /// Waits until the sheet was requested and its time runs.
    private func waitForSheet(of app: AppUnderTest) async {
        while await app.device.requests.isEmpty { await Task.yield() }
        while await !app.time.isAsleep { await Task.yield() }
    }

    /// Waits until this many calls wait for the sheet, or another one was requested.
    private func waitForCallers(_ count: Int, of app: AppUnderTest) async {
        while await app.client.waiters.count < count, await app.device.requests.count == 1, !Task.isCancelled {
            await Task.yield()
        }
    }

    @Test func `R48 another tap after a while shows another sheet, and both calls end`() async throws {
        let app = try await silent()
        let first = Task { await tap { await app.client.signIn() } }
        await waitForSheet(of: app)
        let second = Task { await tap { await app.client.signIn() } }
        await waitForCallers(2, of: app)
        #expect(await app.device.requests.count == 1)
        await app.time.advance(5)
        let joined = Task { await app.client.signIn() }
        await waitForCallers(3, of: app)
        #expect(await app.device.requests.count == 1, "a call without a tap replaced the sheet")
        let again = await tap { await app.client.signIn() }
        #expect(again.words == "signedIn named")
        #expect(await joined.value.words == "signedIn named")
        #expect(await first.value.words == "signedIn named")
        #expect(await second.value.words == "signedIn named")
        #expect(await app.device.requests.count == 2)
        #expect(await !app.time.isAsleep, "somebody still waits for a sheet")
    }

    @Test func `R19 a call that has joined a sign-in ends when its task is cancelled, and does not end the sign-in`()
        async throws
    {
        let app = try AppUnderTest()
        let (answer, giveAnswer) = AsyncStream.makeStream(of: Void.self)
        await app.device.answerSheet { request in
            for await _ in answer {}
            return .apple(Sample.credential(for: request.attempt))
        }
        try await app.expectsSignIn()
        let first = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        let joined = Task { await app.client.signIn() }
        await waitForCallers(2, of: app)
        joined.cancel()
        #expect(await joined.value.words == "authorizing")
        giveAnswer.finish()
        #expect(await first.value.state.person != nil)
        #expect(await app.device.requests.count == 1)
    }

    @Test func `R19 a task that is cancelled closes the sheet that it has asked for`() async throws {
        let app = try await silent()
        let asking = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        asking.cancel()
        #expect(await asking.value.words == "signedOut notYet")
        #expect(await !app.time.isAsleep, "the sheet is still timed")
    }

    @Test func `R48 the return to the foreground after a minute ends the sheet quietly`() async throws {
        let app = try await silent()
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        await app.time.advance(60)
        #expect(await app.client.enterForeground().words == "signedOut notYet")
        #expect(await signIn.value.words == "signedOut notYet")
    }

    @Test func `R48 whoever follows the system's signals notices each of them while the sheet is silent`()
        async throws
    {
        let app = try await silent()
        let (signals, signal) = AsyncStream.makeStream(of: AppSignal.self)
        let following = Task { await app.client.follow(signals) }
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        await app.time.advance(10)
        signal.yield(.foreground)
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.client.status.words == "authorizing")
        await app.time.advance(60)
        signal.yield(.foreground)
        #expect(await signIn.value.words == "signedOut notYet")
        following.cancel()
    }

    @Test func `R48 whoever follows begins before the launch is over, even if a sheet is silent then`() async throws {
        let app = try await silent()
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        let (signals, signal) = AsyncStream.makeStream(of: AppSignal.self)
        let following = Task { await app.client.follow(signals) }
        await app.time.advance(300)
        signal.yield(.background)
        while await app.client.lifeCycle.awaySince == nil { await Task.yield() }
        await app.time.advance(59)
        signal.yield(.foreground)
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.client.status.words == "authorizing", "the absence was short")
        await app.time.advance(60)
        signal.yield(.foreground)
        #expect(await signIn.value.words == "signedOut notYet")
        following.cancel()
    }

    @Test func `R48 the launch and the return to the foreground do not wait for a sheet`() async throws {
        let app = try await silent()
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        #expect(await app.client.launch().words == "authorizing")
        #expect(await app.client.enterForeground().words == "authorizing")
        await app.client.cancel()
        _ = await signIn.value
    }

    @Test func `R48 a device that cannot close a sheet keeps it until its attempt expires`() async throws {
        let app = try AppUnderTest(device: StandInDevice(canCloseSheet: false))
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.expectsSignIn()
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        await app.time.advance(599)
        #expect(await app.client.enterForeground().words == "authorizing")
        await app.time.advance(1)
        #expect(await signIn.value.words == "signedOut notYet, sheet_unanswered")
    }

    @Test func `a device closes its sheets unless it says that it cannot`() {
        struct Plain: AppleDevice {
            func present(_ request: SheetRequest) async -> SheetResult { .failed(.canceled) }
            func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }
            func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
        }
        #expect(Plain().canCloseSheet)
    }

    @Test func `R48 without either, the sheet ends when its attempt expires, and the app is told why`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.expectsSignIn()
        let signIn = Task { await app.client.signIn() }
        await waitForSheet(of: app)
        await app.time.advance(599)
        for _ in 0..<100 { await Task.yield() }
        #expect(await app.client.status.words == "authorizing")
        await app.time.advance(1)
        #expect(await signIn.value.words == "signedOut notYet, sheet_unanswered")
        #expect(incidents.all == [.failed(.sheet(.unanswered))])
        #expect(await app.client.signIn().words == "signedIn named")
    }

    @Test(arguments: [(-1, 0.0), (1_000_000_000_000, 3600)])
    func `R48 an attempt that has expired or never does ends its sheet in time`(
        expiresIn: Int, seconds: Double
    ) async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: expiresIn))
        let signIn = Task { await app.client.signIn() }
        await app.time.advanceWhenAsleep(seconds)
        #expect(await signIn.value.words == "signedOut notYet, sheet_unanswered")
        #expect(await app.time.slept == [seconds])
    }

    @Test func `R48 a deletion can be repeated if its sheet does not appear`() async throws {
        let app = try await silent(.deletion)
        try await app.service.answer(Route.delete, AccountDeletionReply(revocation: "queued"))
        let first = Task { await tap { await app.client.deleteAccount() } }
        await waitForSheet(of: app)
        await app.time.advance(5)
        let again = await tap { await app.client.deleteAccount() }
        #expect(again.words == "signedOut accountDeleted")
        #expect(await first.value.words == "signedOut accountDeleted")
    }

    @Test func `R3 a question about the credential that is not answered in ten seconds is an error`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.device.stayingSilent(true)
        let launch = Task { await app.client.launch() }
        while await !app.time.isAsleep { await Task.yield() }
        #expect(await app.time.slept == [10])
        #expect(await app.client.status.words == "checking")
        #expect(try await app.client.accessToken() == Secret("access-1"))
        await app.time.advance(10)
        #expect(await launch.value.words == "signedIn")
        #expect(incidents.all == [.credentialStateUnknown])
        await app.device.stayingSilent(false)
        await app.time.advance(5)
        #expect(await app.client.enterForeground().words == "signedIn")
        #expect(await app.device.stateQuestions == 2)
        #expect(incidents.all == [.credentialStateUnknown], "an answer is no incident")
        #expect(await !app.time.isAsleep, "an answered question is still timed")
    }

    @Test func `R40 a deletion does not wait for a question that the device does not answer`() async throws {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.client.launch()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.stayingSilent(true)
        let foreground = Task { await app.client.enterForeground() }
        while await !app.time.isAsleep { await Task.yield() }
        #expect(await app.client.deleteAccount().words == "signedIn", "the person closed the sheet")
        #expect(await app.time.isAsleep, "the question is still open")
        await app.time.advance(10)
        #expect(await foreground.value.words == "signedIn")
    }
}

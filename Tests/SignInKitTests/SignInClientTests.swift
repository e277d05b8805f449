import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// The client carries out the decisions of the life cycle, with stand-ins for the device and the service.
@Suite struct SignInClientTests {
    @Test func `R23 R24 the sheet gets the hash of the service's nonce, and a state of the attempt`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        let status = await app.client.signIn()
        #expect(status.words == "signedIn named")
        let request = try #require(await app.device.requests.first)
        // sha256sum of "nonce-a"
        #expect(request.attempt.hashedNonce == "e0f5d528756fc4ff08935427ad65df76e4ebb9acd1f3057048fc2441c76a2296")
        #expect(request.attempt.state != request.attempt.id.exposed)
        #expect(request.scopes == [.fullName, .email])
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.attempt == "attempt-a" && sent.identityToken == "token" && sent.code == "code")
        #expect(sent.name == Sample.grace && sent.realUserStatus == 2)
    }

    @Test(arguments: [[RequestedScope.email], [.fullName], []])
    func `R17 the sheet asks for no more than the app wants`(scopes: [RequestedScope]) async throws {
        let app = try AppUnderTest { $0.scopes = Set(scopes) }
        try await app.expectsSignIn(name: nil)
        await app.client.launch()
        #expect(await app.client.signIn().words == "signedIn")
        #expect(await app.device.requests.map(\.scopes) == [scopes])
    }

    @Test func `R29 the name is written down before the network is asked, and removed after the session is stored`()
        async throws
    {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.service.onCall { [storage = app.storage] in storage.note($0) }
        await app.client.launch()
        await app.client.signIn()
        #expect(
            app.storage.order == [
                Route.attempts, "write pending-sign-in", Route.signIn, "write session", "remove pending-sign-in",
            ])
    }

    @Test func `whoever sees a person signed in finds the session in the storage`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        app.storage.looksBeforeWriting = 100_000
        let statuses = await app.client.statuses()
        let watching = Task { [storage = app.storage] in
            for await status in statuses where status.state.person != nil { return storage.note("shown") }
        }
        await app.client.signIn()
        await watching.value
        #expect(app.storage.order.filter { ["write session", "shown"].contains($0) } == ["write session", "shown"])
    }

    @Test func `another input while a session is being stored does not show the person before`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        app.storage.looksBeforeWriting = 3_000_000
        let signIn = Task { await app.client.signIn() }
        while !app.storage.order.contains("begins") { await Task.yield() }
        await app.client.enterBackground()
        var statuses = await app.client.statuses().makeAsyncIterator()
        let seen = await statuses.next()
        // On one core, the session may be stored by now, and the person may be seen.
        let isStored = app.storage.order.contains("write session")
        app.storage.note("shown")
        #expect(isStored || seen?.state.person == nil)
        #expect(await signIn.value.state.person != nil)
    }

    @Test func `R19 a double tap shows one sheet and sends one sign-in`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        async let first = app.client.signIn()
        async let second = app.client.signIn()
        let both = await [first, second]
        #expect(both.map(\.words) == ["signedIn named", "signedIn named"])
        #expect(await app.device.requests.count == 1)
        #expect(await app.service.count(Route.signIn) == 1)
    }

    @Test func `R19 a task that is cancelled before its work begins shows no sheet`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        for call in [SheetPurpose.signIn, .search] {
            let asking = Task {
                while !Task.isCancelled { await Task.yield() }
                return await call == .signIn ? app.client.signIn() : app.client.findExistingAccount()
            }
            asking.cancel()
            #expect(await asking.value.words == "signedOut notYet")
        }
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `whoever waits for a status gets the first one that is wanted`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            await app.client.status { _ in
                ask.yield()
                return true
            }
        }
        _ = await asked.first { _ in true }
        #expect(await app.client.signIn().words == "signedIn named")
        // Whoever still waits returns the status of now.
        waiting.cancel()
        #expect(await waiting.value.words == "signedOut notYet")
    }

    @Test func `R39 a task that is cancelled signs out nevertheless`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        try await app.service.answer(Route.end, "")
        await app.client.signIn()
        let leaving = Task {
            while !Task.isCancelled { await Task.yield() }
            return await app.client.signOut()
        }
        leaving.cancel()
        #expect(await leaving.value.words == "signedOut byPerson")
    }

    @Test func `the error of a sheet that was given up is not told as that of the next one`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        let (answer, giveAnswer) = AsyncStream.makeStream(of: Void.self)
        await app.device.answerSheet { _ in
            await Task { for await _ in answer {} }.value
            return .error(FrameworkError(domain: SheetFailure.domain, code: 1000))
        }
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.expectsSignIn()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600))
        let search = Task { await app.client.findExistingAccount() }
        while await app.device.requests.isEmpty { await Task.yield() }
        let signIn = Task { await app.client.signIn() }
        while await app.device.requests.count < 2 { await Task.yield() }
        giveAnswer.finish()
        for _ in 0..<100 { await Task.yield() }
        #expect(incidents.all.isEmpty)
        await app.client.cancel()
        _ = await (search.value, signIn.value)
    }

    @Test func `R22 a closed sheet is no failure, and the next tap shows it again`() async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { _ in .failed(.canceled) }
        try await app.expectsSignIn()
        await app.client.launch()
        #expect(await app.client.signIn().words == "signedOut notYet")
        #expect(await app.client.signIn().words == "signedIn named")
    }

    @Test func `R29 without network the sign-in waits with back-off, and goes through when the network is back`()
        async throws
    {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.service.beAway(Route.signIn)
        await app.service.page(Route.signIn, status: 503)
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account(name: Sample.grace)))
        await app.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
        await app.client.launch()
        let statuses = await app.client.statuses()
        #expect(await app.client.signIn().words == "exchanging waiting, service_unreachable")
        await app.time.advanceWhenAsleep(1)
        // The service asked for seven seconds, which is more than the back-off's two.
        await app.time.advanceWhenAsleep(7)
        for await status in statuses where status.state.person != nil { break }
        #expect(await app.time.slept == [1, 7])
        #expect(await app.device.requests.count == 1, "the person was bothered twice")
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.name == Sample.grace)
    }

    @Test func `R29 an attempt that ends while the service is away keeps the name for the next sign-in`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.service.beAway(Route.signIn)
        await app.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
        await app.client.launch()
        await app.client.signIn()
        await app.time.advance(601)
        #expect(await app.client.enterForeground().words == "signedOut notYet, attempt_expired")

        let next = try app.restarted()
        try await next.expectsSignIn(name: nil)
        await next.client.launch()
        await next.client.signIn()
        let sent = try #require(try await next.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.name == Sample.grace, "Apple gave none, and the kept one was not sent")
        #expect(try next.storage.read(.firstTimeData) == nil)
        #expect(try next.storage.read(.pendingSignIn) == nil)
    }

    @Test func `R28 a kept name is never sent for somebody else`() async throws {
        let app = try AppUnderTest()
        let kept = [FirstTimeData(appleUser: "user-2", name: Sample.grace, keptAt: Sample.start)]
        try app.storage.write(try JSONEncoder().encode(kept.map { StoredFormat($0) }), to: .firstTimeData)
        try await app.expectsSignIn(name: nil, user: "user-1")
        await app.client.launch()
        await app.client.signIn()
        let sent = try #require(try await app.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.name == nil)
        #expect(try app.storage.read(.firstTimeData) != nil)
    }

    @Test func `R26 a credential with another state is never sent`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        let other = SignInAttempt(id: Secret("x"), nonce: Secret("y"), expiresAt: Sample.hour)
        await app.device.give { _ in Sample.credential(for: other, name: Sample.grace) }
        await app.client.launch()
        #expect(await app.client.signIn().words == "signedOut notYet, state_mismatch")
        #expect(await app.service.count(Route.signIn) == 0)
    }

    @Test func `a captive portal is no refusal, whatever its status`() async throws {
        for status in [200, 302, 403, 404] {
            let app = try AppUnderTest()
            try await app.service.answer(
                Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
            await app.service.page(Route.signIn, status: status)
            await app.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
            await app.client.launch()
            #expect(await app.client.signIn().words == "exchanging waiting, service_unreachable", "\(status)")
            #expect(try app.storage.read(.pendingSignIn) != nil)
        }
    }

    @Test func `storage that fails keeps nobody from signing in, and is told`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try await app.expectsSignIn()
        app.storage.isFailing = true
        await app.client.launch()
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(incidents.all == [.storageFailed(.pendingSignIn), .storageFailed(.session)])
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test func `a storage that is locked signs nobody out, and is read in the foreground`() async throws {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        app.storage.isLocked = true
        #expect(await app.client.launch().words == "unknown")
        app.storage.isLocked = false
        #expect(await app.client.enterForeground().words == "signedIn")
        #expect(try await app.client.accessToken() == Secret("access-1"))
    }

    @Test func `what is asked before the launch waits for it`() async throws {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        async let launch = app.client.launch()
        async let signIn = app.client.signIn()
        #expect(await [launch, signIn].map(\.words) == ["signedIn", "signedIn"])
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `what broke in the storage locks nobody out`() async throws {
        let app = try AppUnderTest()
        for item in StoredItem.allCases { try app.storage.write(Data("{".utf8), to: item) }
        #expect(await app.client.launch().words == "signedOut notYet")
    }

    @Test(arguments: ["http://sign-in.example.com", "ftp://localhost", "https://user@example.com", "file:///etc"])
    func `tokens go nowhere in the clear`(address: String) throws {
        #expect(throws: SignInFailure.addressRefused) {
            try SignInService(
                address: try AppUnderTest.address(address), client: "app", transport: StandInService())
        }
    }

    @Test func `nothing secret is printed`() throws {
        let pending = try #require(Sample.pending(name: Sample.grace))
        for value in [pending, Sample.session(), Sample.credential(), Sample.attempt] as [any Sendable] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                for secret in ["token\"", "\"code", "access-1", "refresh-1", "nonce-a", "attempt-a"] {
                    #expect(!text.contains(secret), "\(secret) in \(text)")
                }
            }
        }
    }
}

/// Records the incidents that an app was told about.
final class Incidents: @unchecked Sendable {
    private var noted: [SignInIncident] = []
    private let lock = NSLock()
    var all: [SignInIncident] { lock.withLock { noted } }
    func note(_ incident: SignInIncident) { lock.withLock { noted.append(incident) } }
}

extension TestTime {
    /// Advances the time once a task sleeps.
    func advanceWhenAsleep(_ seconds: Double) async {
        while !isAsleep { await Task.yield() }
        advance(seconds)
    }
}

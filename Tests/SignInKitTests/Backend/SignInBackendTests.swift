import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The kit with a backend of the app's own instead of the sign-in service.
@Suite struct SignInBackendTests {
    @Test func `the backend gets the nonce whose hash Apple's token contains, made anew for each sign-in`()
        async throws
    {
        let app = try OwnApp()
        #expect(await app.signIn(name: Sample.grace).words == "signedIn named")
        await app.client.signOut()
        await app.signIn()
        let signIns = await app.backend.signIns
        let requests = await app.device.requests
        #expect(signIns.count == 2 && requests.count == 2)
        for (signIn, request) in zip(signIns, requests) {
            #expect(signIn.nonce.exposed.utf8.count == 64)
            #expect(HexadecimalDigest.of(signIn.nonce.exposed) == request.attempt.hashedNonce)
            #expect(signIn.attempt == request.attempt.id)
        }
        #expect(signIns.first?.nonce != signIns.last?.nonce)
        #expect(signIns.first?.attempt != signIns.last?.attempt)
        #expect(signIns.first?.name == Sample.grace && signIns.first?.purpose == .signIn)
    }

    @Test func `an attempt of this device is random and valid for ten minutes`() {
        var generator = CountingGenerator()
        let attempt = SignInAttempt.random(at: Sample.start, using: &generator)
        #expect(attempt.id.exposed == String(repeating: "01", count: 32))
        #expect(attempt.nonce.exposed == String(repeating: "01", count: 32))
        #expect(generator.drawn == 64)
        #expect(attempt.expiresAt == Sample.start.addingTimeInterval(600))
    }

    @Test func `a token without an end is used for ever, also after a restart`() async throws {
        let app = try OwnApp()
        await app.signIn()
        await app.time.advance(10 * 365 * 86_400)
        #expect(try await app.client.accessToken() == Secret("only-1"))
        let next = try OwnApp(storage: app.storage)
        await next.client.launch()
        #expect(try await next.client.accessToken() == Secret("only-1"))
    }

    @Test func `a session that cannot be renewed ends when its token expires, and not before`() async throws {
        let app = try OwnApp(backend: OwnBackend(expiresIn: 3600))
        await app.signIn()
        await app.time.advance(3590)
        #expect(try await app.client.accessToken() == Secret("only-1"))
        await app.time.advance(10)
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.accessToken() }
        #expect(await app.client.status.words == "signedOut sessionEnded")
        #expect(app.storage.read(.session) == nil)
    }

    @Test func `a refused token that nothing can replace ends the session`() async throws {
        let app = try OwnApp()
        await app.signIn()
        #expect(try await app.client.accessToken(replacing: Secret("an older one")) == Secret("only-1"))
        await #expect(throws: SignInFailure.sessionEnded) {
            try await app.client.accessToken(replacing: Secret("only-1"))
        }
        #expect(await app.client.status.words == "signedOut sessionEnded")
    }

    @Test func `a refused token is replaced if the backend has another, with or without a refresh token`() async throws
    {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        try await app.service.answer(Route.refresh, Sample.reply(Sample.account(name: Sample.grace), token: "1"))
        // The service answers with the same access token again, but the session can still be renewed.
        #expect(try await app.client.accessToken(replacing: Secret("access-1")) == Secret("access-1"))
        #expect(await app.client.status.words == "signedIn named")
        let records = SignInRecords(storage: MemoryStorage()) { _ in }
        let keeper = SessionKeeper(backend: RenewingBackend(), records: records) { Sample.start }
        let only = BackendSession(accessToken: Secret("only-1"), account: SignInAccount(id: "account-1"))
        await keeper.replace(StoredSession(only, at: Sample.start))
        #expect(try await keeper.accessToken(replacing: Secret("only-1")) == Secret("only-2"))
        #expect(try await keeper.accessToken() == Secret("only-2"))
    }

    @Test func `an outage while the account is read ends no session`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        await app.service.beAway(Route.read)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.readAccount() }
        #expect(await app.client.status.words == "signedIn named")
    }

    @Test func `any error but a refusal counts as an outage, in which nothing is lost`() async throws {
        let app = try OwnApp()
        await app.backend.fail(CocoaError(.coderInvalidValue))
        #expect(await app.signIn(name: Sample.grace).words == "exchanging waiting, service_unreachable")
        while await !app.time.isAsleep { await Task.yield() }
        await app.time.advance(1)
        while await app.client.status.words != "signedIn named" { await Task.yield() }
        let signIns = await app.backend.signIns
        #expect(signIns.count == 2 && signIns.first == signIns.last)
    }

    @Test func `a refusal ends the sign-in, and the next one brings the name again`() async throws {
        let app = try OwnApp()
        await app.backend.fail(SignInFailure.refused(code: "not_welcome", requestID: ""))
        #expect(await app.signIn(name: Sample.grace).words == "signedOut notYet, not_welcome")
        #expect(await app.signIn().words == "signedIn named")
    }

    @Test func `signing out tells the backend why`() async throws {
        let app = try OwnApp()
        await app.signIn()
        await app.client.signOut()
        while await app.backend.ended.isEmpty { await Task.yield() }
        #expect(await app.backend.ended == [.byPerson])
        await app.signIn()
        await app.device.say(.revoked)
        await app.client.enterForeground()
        while await app.backend.ended.count < 2 { await Task.yield() }
        #expect(await app.backend.ended == [.byPerson, .credentialRevoked])
    }

    @Test func `a deletion brings Apple's new answer, whose code the backend can revoke`() async throws {
        let app = try OwnApp()
        await app.signIn()
        await app.device.give { Sample.credential(for: $0.attempt) }
        #expect(await app.client.deleteAccount().words == "signedOut accountDeleted")
        let deletion = try #require(await app.backend.deletions.first)
        #expect(deletion.session.accessToken == Secret("only-2"), "the session that the confirmation began")
        #expect(deletion.confirmation?.code == Secret("code"))
        #expect(deletion.confirmation?.purpose == .deletion)
    }

    @Test func `a renewal without a refresh token keeps the old one`() {
        let account = SignInAccount(id: "1")
        let first = BackendSession(
            accessToken: Secret("a1"), expiresIn: 60, refreshToken: Secret("r1"), account: account)
        let stored = StoredSession(first, at: Sample.start)
        let renewal = BackendSession(accessToken: Secret("a2"), expiresIn: 60, account: account)
        let renewed = stored.renewed(by: renewal, at: Sample.hour)
        #expect(renewed.accessToken == Secret("a2") && renewed.refreshToken == Secret("r1"))
        #expect(renewed.ofBackend(at: Sample.hour).refreshToken == Secret("r1"))
        let single = StoredSession(renewal, at: Sample.start)
        #expect(single.ofBackend(at: Sample.start).refreshToken == nil)
        #expect(single.renewed(by: first, at: Sample.hour).refreshToken == Secret("r1"))
        let third = BackendSession(accessToken: Secret("a3"), expiresIn: 60, account: account)
        #expect(
            single.renewed(by: third, at: Sample.hour).refreshToken == Secret("a3"), "the only token is another one")
    }

    @Test(arguments: [Int.max, 1 << 40, -5])
    func `no lifetime is too long for a device`(seconds: Int) {
        let session = BackendSession(accessToken: Secret("a"), expiresIn: seconds, account: SignInAccount(id: "1"))
        let stored = StoredSession(session, at: Sample.start)
        let left = stored.ofBackend(at: Sample.start.addingTimeInterval(-1)).expiresIn
        #expect((left ?? .min) >= min(seconds, 1 << 40))
    }

    @Test func `a backend without accounts to read says so`() async throws {
        let app = try OwnApp()
        await app.signIn()
        await #expect(throws: SignInFailure.notSupported) { try await app.client.readAccount() }
        await #expect(throws: SignInFailure.notSupported) { try await app.client.rename(Sample.grace) }
    }
}

/// A generator of ones that counts how often it is asked.
private struct CountingGenerator: RandomNumberGenerator {
    var drawn = 0

    mutating func next() -> UInt64 {
        drawn += 1
        return 0x0101_0101_0101_0101
    }
}

/// A backend whose only token is replaced at each renewal.
private struct RenewingBackend: SignInBackend {
    func signIn(_ signIn: PendingSignIn) async throws -> BackendSession { throw SignInFailure.notSupported }
    func renew(_ session: BackendSession) async throws -> BackendSession {
        BackendSession(accessToken: Secret("only-2"), account: session.account)
    }
    func deleteAccount(
        _ session: BackendSession, confirmedBy confirmation: PendingSignIn?
    ) async throws -> AppleRevocation { .queued }
}

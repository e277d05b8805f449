import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Whether the permission still exists: at launch, in the foreground, and after a revocation signal.
@Suite struct PermissionTests {
    /// An app to which user-1 signed in an hour ago, launched again.
    private func launched(
        _ states: CredentialState?..., firstRun: Bool = false, adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) async throws -> AppUnderTest {
        let app = try AppUnderTest(adapt: adapt)
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        if !firstRun { app.mark.set() }
        try await app.service.answer(Route.end, "")
        for state in states { await app.device.say(state) }
        await app.client.launch()
        return app
    }

    @Test func `R1 R2 an authorized person stays signed in, without the network`() async throws {
        let app = try await launched(.authorized)
        #expect(await app.client.status.words == "signedIn")
        #expect(await app.service.calls.isEmpty)
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 2)
    }

    @Test(arguments: [
        (CredentialState.revoked, "credentialRevoked", OwnSessionEndRequest.credentialRevoked),
        (.notFound, "credentialNotFound", .person),
    ])
    func
        `R2 R9 R44 a permission that is gone ends the session here and at the service, which is told what the device says`(
            state: CredentialState, reason: String, told: OwnSessionEndRequest
        ) async throws
    {
        let app = try await launched(state)
        #expect(await app.client.status.words == "signedOut \(reason)")
        #expect(try app.storage.read(.session) == nil)
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last?.accessToken == "access-1")
        #expect(try await app.service.last(Route.end, OwnSessionEndRequest.self) == told)
        await #expect(throws: SignInFailure.notSignedIn) { try await app.client.accessToken() }
    }

    @Test func `R3 an error is not a state, and the device is left alone for a while`() async throws {
        let app = try await launched(nil)
        #expect(await app.client.status.words == "signedIn")
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 1, "five seconds were to pass")
        await app.time.advance(5)
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 2)
        await app.time.advance(9)
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 2, "ten seconds were to pass")
    }

    @Test func `R5 a device that knows nobody is not asked`() async throws {
        let app = try AppUnderTest()
        await app.client.launch()
        await app.client.enterForeground()
        #expect(await app.device.stateQuestions == 0)
    }

    @Test func `R6 the revoked signal is believed only when the state says so, too`() async throws {
        let app = try await launched(.authorized)
        app.device.signal()
        while await app.device.stateQuestions < 2 { await Task.yield() }
        #expect(await app.client.enterForeground().words == "signedIn")
        await app.device.say(.revoked)
        let statuses = await app.client.statuses()
        app.device.signal()
        for await status in statuses where status.state.person == nil { break }
        #expect(await app.client.status.words == "signedOut credentialRevoked")
    }

    @Test func `R42 what outlived the app's removal is believed only when the device confirms it`() async throws {
        #expect(try await launched(.authorized, firstRun: true).client.status.words == "signedIn")
        let unknown = try await launched(nil, firstRun: true)
        #expect(await unknown.client.status.words == "signedOut unconfirmedAfterReinstallation")
        #expect(unknown.mark.isSet)
        #expect(try unknown.storage.read(.session) == nil)
    }

    @Test func `on a simulator a revoked answer counts only when the service agrees`() async throws {
        let simulator: (inout SignInConfiguration) -> Void = {
            $0.revocationTrust = RevocationTrust(isSimulator: true)
        }
        for (answer, words) in [("", "signedIn"), ("session_ended", "signedOut credentialRevoked")] {
            let app = try AppUnderTest(adapt: simulator)
            try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
            app.mark.set()
            if answer.isEmpty {
                try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
            } else {
                try await app.service.refuse(Route.refresh, answer)
            }
            await app.device.say(.revoked)
            await app.client.launch()
            while await app.service.count(Route.refresh) == 0 { await Task.yield() }
            let statuses = await app.client.statuses()
            for await status in statuses where status.words == words { break }
        }
    }

    @Test func `R37 R38 a transferred person keeps the session, and the new identifier is stored once confirmed`()
        async throws
    {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.device.say(.transferred, .authorized)
        try await app.expectsSignIn(name: nil, user: "user-new")
        let statuses = await app.client.statuses()
        await app.client.launch()
        for await status in statuses where status.state.person?.appleUser == "user-new" { break }
        let request = try #require(await app.device.requests.first)
        #expect(request.appleUser == "user-1" && request.scopes.isEmpty && request.isSilent)
        let stored = try JSONDecoder().decode(StoredSession.self, from: try #require(try app.storage.read(.session)))
        #expect(stored.appleUser == "user-new")
    }

    @Test func `R38 a transfer that leads to another account changes nobody, and is an incident`() async throws {
        let incidents = Incidents()
        let app = try AppUnderTest { $0.observe = incidents.note }
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
        app.mark.set()
        await app.device.say(.transferred)
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        try await app.service.answer(Route.signIn, Sample.reply(Sample.account("account-2"), token: "other"))
        try await app.service.answer(Route.end, "")
        await app.device.give { Sample.credential(user: "user-new", for: $0.attempt) }
        await app.client.launch()
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(await app.service.calls.last?.accessToken == "access-other")
        #expect(await app.client.status.words == "signedIn")
        #expect(await app.client.status.state.person?.account.id == "account-1")
        #expect(await app.client.status.failure == nil)
        #expect(incidents.all == [.transferFailed(.otherAccount)])
    }
}

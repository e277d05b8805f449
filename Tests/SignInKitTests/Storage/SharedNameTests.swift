import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The clients of one storage share the names that the service has not confirmed.
@Suite(.timeLimit(.minutes(10))) struct SharedNameTests {
    private let ofAda = FirstTimeData(
        appleUser: "user-2", name: PersonName(given: "Ada", family: "Lovelace"), keptAt: Sample.start)
    private let ofGrace = FirstTimeData(appleUser: "user-1", name: Sample.grace, keptAt: Sample.start)

    private func records(_ storage: any SignInStorage) -> SignInRecords {
        SignInRecords(storage: storage, observe: { _ in })
    }

    /// Two clients with one storage, such as those of two windows, that were launched.
    private func windows() async throws -> (AppUnderTest, AppUnderTest) {
        let first = try AppUnderTest()
        let second = try AppUnderTest(storage: first.storage, mark: first.mark)
        for window in [first, second] { await window.client.launch() }
        return (first, second)
    }

    /// Lets Apple return a name, and the service refuse the sign-in.
    private func refuse(_ app: AppUnderTest, user: String, name: PersonName?) async throws {
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-" + user, nonce: "n", expiresIn: 600))
        try await app.service.refuse(Route.signIn, "nonce_mismatch")
        await app.device.give { Sample.credential(user: user, for: $0.attempt, name: name) }
        #expect(await app.client.signIn().words == "signedOut notYet, nonce_mismatch")
    }

    @Test func `R29 a name that one window keeps does not remove that of another window`() async throws {
        let (first, second) = try await windows()
        try await refuse(first, user: "user-1", name: Sample.grace)
        try await refuse(second, user: "user-2", name: ofAda.name)
        #expect(try records(first.storage).names() == [ofGrace, ofAda])
    }

    @Test func `R28 a name that one window keeps goes with the sign-in in another window, and is removed then`()
        async throws
    {
        let (first, second) = try await windows()
        try await refuse(first, user: "user-1", name: Sample.grace)
        try await second.expectsSignIn(name: nil)
        #expect(await second.client.signIn().state.person != nil)
        let sent = try #require(try await second.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.name == Sample.grace)
        #expect(try second.storage.read(.firstTimeData) == nil)
    }

    @Test func `R28 a name that another window's sign-in still has goes with this one, too`() async throws {
        let (first, second) = try await windows()
        try await first.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600))
        await first.service.beAway(Route.signIn)
        await first.device.give { Sample.credential(for: $0.attempt, name: Sample.grace) }
        #expect(await first.client.signIn().words == "exchanging waiting, service_unreachable")
        try await second.expectsSignIn(name: nil)
        await second.client.signIn()
        let sent = try #require(try await second.service.last(Route.signIn, NativeSignInRequest.self))
        #expect(sent.name == Sample.grace)
    }

    @Test func `R29 a sign-in of another window is not removed with this one`() throws {
        let records = self.records(MemoryStorage())
        let pending = try #require(Sample.pending(name: Sample.grace))
        records.record(pending)
        records.removePendingSignIn(of: Secret("attempt-b"))
        #expect(records.pendingSignIn() == pending)
        records.removePendingSignIn(of: pending.attempt)
        #expect(records.pendingSignIn() == nil)
    }

    @Test func `R28 a name that Apple returns after the sheet was cancelled is stored, and sent the next time`()
        async throws
    {
        let app = try AppUnderTest()
        let (answer, giveAnswer) = AsyncStream.makeStream(of: Void.self)
        await app.device.answerSheet { request in
            await Task { for await _ in answer {} }.value
            return .apple(Sample.credential(for: request.attempt, name: Sample.grace))
        }
        try await app.expectsSignIn(name: nil)
        await app.client.launch()
        let signIn = Task { await app.client.signIn() }
        while await app.device.requests.isEmpty { await Task.yield() }
        #expect(await app.client.cancel().words == "signedOut notYet")
        #expect(await signIn.value.words == "signedOut notYet")
        giveAnswer.finish()
        while try app.storage.read(.firstTimeData) == nil { await Task.yield() }
        #expect(await app.client.status.words == "signedOut notYet")
        await app.client.signIn()
        #expect(try await app.service.last(Route.signIn, NativeSignInRequest.self)?.name == Sample.grace)
        #expect(try app.storage.read(.firstTimeData) == nil)
    }

    @Test func `a client that nobody needs does not live on for a sheet that was given up`() async throws {
        let (answer, giveAnswer) = AsyncStream.makeStream(of: Void.self)
        defer { giveAnswer.finish() }
        weak var gone: SignInClient?
        do {
            let app = try AppUnderTest()
            await app.device.answerSheet { _ in
                await Task { for await _ in answer {} }.value
                return .failed(.canceled)
            }
            try await app.expectsSignIn()
            let signIn = Task { await app.client.signIn() }
            while await app.device.requests.isEmpty { await Task.yield() }
            await app.client.cancel()
            _ = await signIn.value
            gone = app.client
        }
        while gone != nil { await Task.yield() }
    }

    @Test func `R29 a name that cannot be stored counts nevertheless, and is stored later with the others`() throws {
        let storage = WatchedStorage()
        _ = records(storage).record([ofAda])
        storage.isFailing = true
        var kept = KeptNames(records(storage))
        kept.change(.keep(ofGrace))
        #expect(kept.name(of: "user-1") == ofGrace)
        #expect(try records(storage).names() == [ofAda])
        storage.isFailing = false
        kept.storeAgain()
        #expect(try records(storage).names() == [ofAda, ofGrace])
    }

    @Test func `R29 a storage that cannot be read is not written, because that would remove the names of others`()
        throws
    {
        let storage = WatchedStorage()
        _ = records(storage).record([ofAda])
        storage.isLocked = true
        var kept = KeptNames(records(storage))
        kept.change(.keep(ofGrace))
        #expect(kept.name(of: "user-1") == ofGrace)
        storage.isLocked = false
        #expect(try records(storage).names() == [ofAda])
        #expect(kept.name(of: "user-2") == ofAda)
        #expect(try records(storage).names() == [ofAda, ofGrace])
    }

    @Test func `R29 a stored change is made once, and what changes nothing is not written`() throws {
        let storage = WatchedStorage()
        var kept = KeptNames(records(storage))
        kept.change(.keep(ofGrace))
        var other = KeptNames(records(storage))
        other.change(.forget(appleUser: "user-1", keptUntil: Sample.start))
        other.change(.forget(appleUser: "user-1", keptUntil: Sample.start))
        #expect(kept.name(of: "user-1") == nil, "what another client has forgotten came back")
        kept.storeAgain()
        #expect(storage.order == ["write first-time-data", "remove first-time-data"])
    }

    @Test func `R29 a change that is there already is not made again later`() throws {
        let storage = WatchedStorage()
        _ = records(storage).record([ofGrace])
        var kept = KeptNames(records(storage))
        kept.change(.keep(ofGrace))
        var other = KeptNames(records(storage))
        other.change(.forget(appleUser: "user-1", keptUntil: Sample.start))
        #expect(kept.name(of: "user-1") == nil)
        #expect(storage.order == ["write first-time-data", "remove first-time-data"])
    }

    @Test func `R29 a name that could not be stored is stored at the next call of the app`() async throws {
        let app = try AppUnderTest()
        await app.client.launch()
        app.storage.isFailing = true
        try await refuse(app, user: "user-1", name: Sample.grace)
        app.storage.isFailing = false
        #expect(try app.storage.read(.firstTimeData) == nil)
        await app.client.enterForeground()
        #expect(try records(app.storage).names() == [ofGrace])
    }
}

import Foundation
import Observation
import SignInAPI
import Testing

@testable import SignInKit

/// The model for views that observe.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ObservableSignInModelTests {
    /// Waits until the model shows what is wanted. Each wait ends with a change that the model announces.
    private func wait(for model: ObservableSignInModel, until isWanted: (SignInStatus) -> Bool) async {
        while !isWanted(model.status) {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = model.status
                } onChange: {
                    continuation.resume()
                }
            }
            await Task.yield()
        }
    }

    @Test func `it launches by itself, and announces each change`() async throws {
        let app = try AppUnderTest()
        try await app.expectsSignIn()
        let model = ObservableSignInModel(client: app.client)
        #expect(model.isReadingStorage)
        await wait(for: model) { $0.state == .signedOut(.notYet) }
        #expect(!model.isReadingStorage && model.person == nil)
        await model.prepare()
        await model.signIn()
        await wait(for: model) { $0.state.person != nil }
        #expect(model.person?.account.name == Sample.grace)
        #expect(try await model.accessToken() == Secret("access-1"))
        #expect(await app.service.count(Route.attempts) == 1)
        try await app.service.answer(Route.end, "")
        await model.signOut()
        await wait(for: model) { $0.state == .signedOut(.byPerson) }
    }

    @Test func `a model that a view makes and drops does nothing`() async throws {
        let storage = WatchedStorage()
        let pending = try #require(Sample.pending(name: Sample.grace))
        try storage.write(try JSONEncoder().encode(StoredFormat(pending)), to: .pendingSignIn)
        let mark = MemoryStorage()
        mark.set()
        var apps: [AppUnderTest] = []
        for _ in 0..<5 {
            apps.append(try AppUnderTest(storage: storage, mark: mark))
            try await apps[apps.count - 1].service.answer(Route.signIn, Sample.reply())
        }
        for app in apps { _ = ObservableSignInModel(client: app.client) }
        let last = ObservableSignInModel(client: apps[4].client)
        for _ in 0..<100 { await Task.yield() }
        #expect(await last.client?.status.state == .unknown)
        await wait(for: last) { $0.state.person != nil }
        for app in apps.dropLast() { #expect(await app.service.calls.isEmpty) }
        #expect(await apps[4].service.count(Route.signIn) == 1)
    }

    @Test func `it can cancel a sign-in whose sheet does not appear`() async throws {
        let app = try AppUnderTest()
        await app.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await app.expectsSignIn()
        let model = ObservableSignInModel(client: app.client)
        let signIn = Task { await model.signIn() }
        while await app.device.requests.isEmpty { await Task.yield() }
        await model.cancel()
        await signIn.value
        #expect(await app.client.status.words == "signedOut notYet")
    }

    @Test func `a storage that cannot be read does not hide the button for ever`() async throws {
        let app = try AppUnderTest()
        app.storage.isLocked = true
        let model = ObservableSignInModel(client: app.client)
        #expect(model.status.state == .unknown)
        while !model.isStorageUnreadable { await Task.yield() }
        #expect(!model.isReadingStorage)
        #expect(model.status.state == .unknown)
    }

    @Test func `a model without a client shows its status and refuses tokens`() async throws {
        let model = ObservableSignInModel(previewing: SignInStatus(state: .unknown, failure: .addressRefused))
        #expect(!model.isReadingStorage && model.status.failure == .addressRefused)
        await #expect(throws: SignInFailure.addressRefused) { try await model.accessToken() }
    }

    @Test func `it stops following when it goes away`() async throws {
        let app = try AppUnderTest()
        weak var gone: ObservableSignInModel?
        do {
            let model = ObservableSignInModel(client: app.client)
            await wait(for: model) { $0.state == .signedOut(.notYet) }
            gone = model
        }
        while gone != nil { await Task.yield() }
    }
}

import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Windows, extensions and whatever else has a client of its own agree about who is signed in.
@Suite(.timeLimit(.minutes(10))) struct OneStateTests {
    /// Two clients with one storage, such as those of two windows.
    private func windows(isNamed: Bool = true) async throws -> (AppUnderTest, AppUnderTest) {
        let storage = WatchedStorage(place: isNamed ? UUID().uuidString : nil)
        let first = try AppUnderTest(storage: storage)
        let second = try AppUnderTest(storage: storage, mark: first.mark)
        for window in [first, second] {
            try await window.expectsSignIn()
            try await window.service.answer(Route.end, "")
            await window.client.launch()
        }
        return (first, second)
    }

    /// Waits until somebody is signed in, or nobody is, and returns the status.
    private func status(of app: AppUnderTest, isSignedIn: Bool) async -> String {
        await app.client.status { ($0.state.person != nil) == isSignedIn }.words
    }

    @Test func `R49 a sign-in and a sign-out in one window change the other one at once`() async throws {
        let (first, second) = try await windows()
        await first.client.signIn()
        #expect(await status(of: second, isSignedIn: true) == "signedIn named")
        #expect(try await second.client.accessToken() == Secret("access-1"))
        await second.client.signOut()
        #expect(await status(of: first, isSignedIn: false) == "signedOut byPerson")
        await #expect(throws: SignInFailure.notSignedIn) { try await first.client.accessToken() }
        #expect(await first.service.count(Route.end) == 0, "the other window has ended it")
    }

    @Test func `R49 the other window learns why somebody is signed out`() async throws {
        let (first, second) = try await windows()
        await first.client.signIn()
        #expect(await status(of: second, isSignedIn: true) == "signedIn named")
        await first.device.say(.notFound)
        await first.client.enterForeground()
        #expect(await status(of: second, isSignedIn: false) == "signedOut credentialNotFound")
    }

    @Test func `R49 a session that ends at the service ends in both windows`() async throws {
        let (first, second) = try await windows()
        await first.client.signIn()
        #expect(await status(of: second, isSignedIn: true) == "signedIn named")
        try await second.service.refuse(Route.refresh, "session_ended")
        await #expect(throws: SignInFailure.sessionEnded) {
            try await second.client.accessToken(replacing: Secret("access-1"))
        }
        #expect(await status(of: first, isSignedIn: false) == "signedOut sessionEnded")
    }

    @Test func `R49 R58 when one window has removed the last Apple Account, no other one asks for it`() async throws {
        let (first, second) = try await windows()
        await first.client.signIn()
        #expect(await status(of: second, isSignedIn: true) == "signedIn named")
        try await first.service.answer(Route.unlink, "", status: 204)
        try await first.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        try await first.client.unlink("1")
        let status = await second.client.status { $0.state.person?.appleUser == nil }
        #expect(status.words == "signedIn named")
        try await second.service.refuse(Route.unlink, "fresh_sign_in_required", status: 403)
        await #expect(throws: SignInFailure.self) { try await second.client.unlink("2") }
        #expect(await second.device.requests.isEmpty)
    }

    enum Change { case signIn, signOut, end, unlink }

    @Test(arguments: [
        (Change.signIn, SignedOutReason.byPerson), (.signOut, .byPerson), (.end, .sessionEnded), (.unlink, .byPerson),
    ])
    func `R49 a client has told the others of a change when its call returns`(
        change: Change, reason: SignedOutReason
    ) async throws {
        let app = try AppUnderTest()
        let place = try #require(app.storage.place)
        try await app.expectsSignIn()
        try await app.service.answer(Route.end, "")
        try await app.service.refuse(Route.refresh, "session_ended")
        try await app.service.answer(Route.unlink, "", status: 204)
        try await app.service.answer(Route.identities, AccountIdentitiesReply(identities: []))
        await app.client.launch()
        if change != .signIn { await app.client.signIn() }
        let news = SessionNews.shared.stream(of: place)
        switch change {
        case .signIn: await app.client.signIn()
        case .signOut: await app.client.signOut()
        case .end: _ = try? await app.client.accessToken(replacing: Secret("access-1"))
        case .unlink: try await app.client.unlink("1")
        }
        // Whoever was not told hears this first.
        SessionNews.shared.tell(place, because: .notYet)
        let heard = await news.first { _ in true }
        #expect(heard == reason)
    }

    @Test func `R49 a sheet of one window closes when somebody has signed in in the other one`() async throws {
        let (first, second) = try await windows()
        let third = try AppUnderTest(storage: first.storage, mark: first.mark)
        try await third.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-c", nonce: "nonce-c", expiresIn: 600))
        await third.device.answerSheet { _ in
            while !Task.isCancelled { await Task.yield() }
            return .failed(.canceled)
        }
        let signIn = Task { await third.client.signIn() }
        while await third.device.requests.isEmpty { await Task.yield() }
        await second.client.signIn()
        #expect(await signIn.value.words == "signedIn named")
        #expect(await third.service.count(Route.signIn) == 0)
    }

    enum Call: CaseIterable { case foreground, token, signIn, search }

    @Test(arguments: Call.allCases)
    func `R49 a client of another process notices a sign-in at its next call`(call: Call) async throws {
        let (app, other) = try await windows(isNamed: false)
        await app.client.signIn()
        #expect(await other.client.status.words == "signedOut notYet")
        switch call {
        case .foreground: await other.client.enterForeground()
        case .token: _ = try await other.client.accessToken()
        case .signIn: await other.client.signIn()
        case .search: await other.client.findExistingAccount()
        }
        #expect(await other.client.status.words == "signedIn named")
        #expect(await other.device.requests.isEmpty)
        #expect(try await other.client.accessToken() == Secret("access-1"))
    }

    @Test(arguments: [true, false])
    func `R49 a client of another process notices a sign-out at its next call`(asksForToken: Bool) async throws {
        let (app, other) = try await windows(isNamed: false)
        await app.client.signIn()
        await other.client.enterForeground()
        await app.client.signOut()
        #expect(await other.client.status.words == "signedIn named")
        if asksForToken {
            await #expect(throws: SignInFailure.notSignedIn) { try await other.client.accessToken() }
        }
        #expect(await other.client.enterForeground().words == "signedOut byPerson")
    }

    @Test func `R49 windows with other storages do not follow`() async throws {
        let (first, _) = try await windows()
        let (other, _) = try await windows()
        await first.client.signIn()
        for _ in 0..<100 { await Task.yield() }
        #expect(await other.client.enterForeground().words == "signedOut notYet")
    }

    @Test func `R49 what could not be stored is not given up for what the storage says`() async throws {
        let (app, other) = try await windows()
        app.storage.isFailing = true
        #expect(await app.client.signIn().words == "signedIn named")
        #expect(await app.client.enterForeground().words == "signedIn named")
        app.storage.isFailing = false
        await app.client.signOut()
        await other.client.signIn()
        #expect(await status(of: app, isSignedIn: true) == "signedIn named")
        await other.client.signOut()
        #expect(await status(of: app, isSignedIn: false) == "signedOut byPerson")
    }

    @Test func `R49 a session that could not be removed does not come back`() async throws {
        let (app, _) = try await windows(isNamed: false)
        await app.client.signIn()
        app.storage.keepsItems = true
        await app.client.signOut()
        #expect(await app.client.enterForeground().words == "signedOut byPerson")
        #expect(try app.storage.read(.session) != nil)
    }

    @Test func `R49 two sessions of one moment are two`() async throws {
        let (app, other) = try await windows(isNamed: false)
        await app.client.signIn()
        await other.client.enterForeground()
        await app.client.signOut()
        await app.service.forget(Route.attempts)
        await app.service.forget(Route.signIn)
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-b", nonce: "nonce-b", expiresIn: 600))
        try await app.service.answer(Route.signIn, Sample.reply(token: "7"))
        await app.device.give { Sample.credential(for: $0.attempt) }
        #expect(await app.client.signIn().words == "signedIn")
        #expect(try await other.client.accessToken() == Secret("access-7"))
    }

    @Test func `a storage's place is its own, and the same for the same folder`() throws {
        let (one, other) = (MemoryStorage(), MemoryStorage())
        #expect(one.place != nil && one.place != other.place)
        struct Nowhere: SignInStorage {
            func read(_ item: StoredItem) throws -> Data? { nil }
            func write(_ data: Data, to item: StoredItem) throws {}
            func remove(_ item: StoredItem) throws {}
        }
        #expect(Nowhere().place == nil)
    }
}

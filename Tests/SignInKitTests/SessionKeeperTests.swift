import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Tokens: renewed one request at a time, stored as a whole, safe to ask for again.
@Suite struct SessionKeeperTests {
    private func launched() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(Sample.session()), to: .session)
        app.mark.set()
        await app.client.launch()
        return app
    }

    @Test func `a token that lives is used, one that ends within half a minute is renewed and stored`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(269)
        #expect(try await app.client.accessToken() == Secret("access-1"))
        await app.time.advance(1)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        let sent = try #require(try await app.service.last(Route.refresh, SessionRefreshRequest.self))
        #expect(sent == SessionRefreshRequest(refreshToken: "refresh-1", client: "app"))
        let stored = try JSONDecoder().decode(StoredSession.self, from: try #require(try app.storage.read(.session)))
        #expect(stored.refreshToken == Secret("refresh-2"))
    }

    @Test func `fifty callers share one refresh, and one who gives up takes it from nobody`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        await app.service.hold()
        let callers = (0..<50).map { _ in Task { try await app.client.accessToken() } }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        callers[0].cancel()
        await app.service.release()
        for caller in callers.dropFirst() { #expect(try await caller.value == Secret("access-2")) }
        #expect(await app.service.count(Route.refresh) == 1)
    }

    @Test func `a lost answer is asked for again with the same token`() async throws {
        let app = try await launched()
        await app.service.beAway(Route.refresh)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(await app.service.count(Route.refresh) == 2)
    }

    @Test func `a service that is away ends no session`() async throws {
        let app = try await launched()
        await app.service.page(Route.refresh, status: 503)
        await app.time.advance(300)
        await #expect(throws: SignInFailure.unreachable(retryAfter: 7)) { try await app.client.accessToken() }
        #expect(await app.service.count(Route.refresh) == 1, "it said when to come back")
        #expect(try app.storage.read(.session) != nil)
        #expect(await app.client.status.words == "signedIn")
    }

    @Test(arguments: SessionKeeper.endings.sorted())
    func `R4 the service ends a session by itself`(code: String) async throws {
        let app = try await launched()
        try await app.service.refuse(Route.refresh, code)
        await app.time.advance(300)
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.accessToken() }
        #expect(await app.client.status.words == "signedOut sessionEnded")
        #expect(try app.storage.read(.session) == nil)
    }

    @Test func `R39 signing out during a refresh stays signed out`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try await app.service.answer(Route.end, "")
        await app.time.advance(300)
        await app.service.hold()
        let caller = Task { try await app.client.accessToken() }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        await app.client.signOut()
        await app.service.release()
        await #expect(throws: SignInFailure.notSignedIn) { try await caller.value }
        #expect(try app.storage.read(.session) == nil)
        #expect(await app.client.status.words == "signedOut byPerson")
    }

    @Test func `a token that another process renewed is taken from the storage`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "3"))
        let theirs = Sample.session().renewed(by: Sample.reply(token: "2"), at: Sample.start)
        try app.storage.write(try JSONEncoder().encode(theirs), to: .session)
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        let sent = try #require(try await app.service.last(Route.refresh, SessionRefreshRequest.self))
        #expect(sent.refreshToken == "refresh-2")
    }
}

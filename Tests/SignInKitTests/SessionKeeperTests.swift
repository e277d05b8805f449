import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Tokens are renewed with one request at a time, stored atomically, and safe to request again.
@Suite struct SessionKeeperTests {
    private func launched() async throws -> AppUnderTest {
        let app = try AppUnderTest()
        try app.storage.write(try JSONEncoder().encode(StoredFormat(Sample.session())), to: .session)
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

    @Test(arguments: [
        "session_ended", "session_expired", "refresh_token_invalid", "refresh_token_reused",
        "refresh_token_wrong_client", "account_disabled", "account_held", "proof_required", "consent_revoked",
    ])
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
        let theirs = Sample.session().renewed(by: BackendSession(Sample.reply(token: "2")), at: Sample.start)
        try app.storage.write(try JSONEncoder().encode(StoredFormat(theirs)), to: .session)
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        let sent = try #require(try await app.service.last(Route.refresh, SessionRefreshRequest.self))
        #expect(sent.refreshToken == "refresh-2")
    }

    private func stored(_ app: AppUnderTest) throws -> StoredSession {
        try JSONDecoder().decode(StoredSession.self, from: try #require(try app.storage.read(.session)))
    }

    private func sent(_ app: AppUnderTest) async throws -> [String] {
        try await app.service.calls.filter { $0.route == Route.refresh }.map { call in
            try JSONDecoder().decode(SessionRefreshRequest.self, from: try #require(call.body)).refreshToken
        }
    }

    @Test func `ten minutes without a network cost nothing, and are no busy loop`() async throws {
        let app = try await launched()
        await app.service.beAway(Route.refresh)
        await app.time.advance(300)
        for _ in 0..<600 {
            let error = await #expect(throws: SignInFailure.self) { try await app.client.accessToken() }
            guard case .unreachable = error else { throw try #require(error) }
            await app.time.advance(1)
        }
        let asked = await app.service.count(Route.refresh)
        #expect(asked > 10 && asked < 40, "asked \(asked) times")
        #expect(try stored(app).refreshToken == Secret("refresh-1"))
        #expect(await app.client.status.words == "signedIn")
        #expect(await app.time.slept.isEmpty)

        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(60)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        #expect(Set(try await sent(app)) == ["refresh-1"])
        #expect(try stored(app).refreshToken == Secret("refresh-2"))
    }

    @Test func `a token that lives on has to do while the service is away`() async throws {
        let app = try await launched()
        await app.service.beAway(Route.refresh)
        await app.time.advance(280)
        #expect(try await app.client.accessToken() == Secret("access-1"))
        #expect(await app.service.count(Route.refresh) == 2)
        #expect(try await app.client.accessToken() == Secret("access-1"))
        #expect(await app.service.count(Route.refresh) == 2, "asked again at once")
        await app.time.advance(20)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.accessToken() }
    }

    @Test func `a clock that is set back ends the pause`() async throws {
        let app = try await launched()
        await app.service.beAway(Route.refresh)
        await app.time.advance(90_000)
        await #expect(throws: SignInFailure.self) { try await app.client.accessToken() }
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(-86_400)
        #expect(try await app.client.accessToken() == Secret("access-2"))
    }

    @Test func `an answer is stored only while the storage holds the token that was sent`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        let storage = app.storage
        let newer = Sample.session().renewed(
            by: BackendSession(Sample.reply(token: "9")), at: Sample.start.addingTimeInterval(300))
        let theirs = try JSONEncoder().encode(StoredFormat(newer))
        await app.service.onCall { _ in try? storage.write(theirs, to: .session) }
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"), "the access token is good for all that")
        #expect(try stored(app).refreshToken == Secret("refresh-9"))
        await app.service.onCall { _ in }
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(try await sent(app) == ["refresh-1", "refresh-9"])
        #expect(try stored(app).refreshToken == Secret("refresh-2"))
    }

    @Test func `a storage that cannot be read has no older token sent`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        app.storage.isLocked = true
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.accessToken() }
        #expect(await app.service.count(Route.refresh) == 0)
        app.storage.isLocked = false
        await app.time.advance(1)
        #expect(try await app.client.accessToken() == Secret("access-2"))
    }

    @Test func `what another process signed out of meanwhile is not put back`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        let storage = app.storage
        await app.service.onCall { _ in try? storage.remove(.session) }
        await app.time.advance(300)
        _ = try await app.client.accessToken()
        #expect(try storage.read(.session) == nil)
    }

    @Test func `a request that others overtook reads the newest token and asks again`() async throws {
        let app = try await launched()
        try await app.service.refuse(Route.refresh, "refresh_overtaken", status: 503)
        try await app.service.answer(Route.refresh, Sample.reply(token: "3"))
        let storage = app.storage
        let newer = Sample.session().renewed(by: BackendSession(Sample.reply(token: "2")), at: Sample.start)
        let theirs = try JSONEncoder().encode(StoredFormat(newer))
        await app.service.onCall { _ in
            if storage.order.last != "overtaken" { try? storage.write(theirs, to: .session) }
            storage.note("overtaken")
        }
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-3"))
        #expect(try await sent(app) == ["refresh-1", "refresh-2"])
        #expect(try stored(app).refreshToken == Secret("refresh-3"))
    }

    @Test func `a request that others overtook without a trace is asked again later`() async throws {
        let app = try await launched()
        try await app.service.refuse(Route.refresh, "refresh_overtaken", status: 503)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.time.advance(300)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await app.client.accessToken() }
        #expect(await app.service.count(Route.refresh) == 1)
        #expect(await app.client.status.words == "signedIn")
        await app.time.advance(1)
        #expect(try await app.client.accessToken() == Secret("access-2"))
    }

    @Test func `a token that could not be stored is not used, since a restart would send the one before`() async throws
    {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        try await app.service.answer(Route.refresh, Sample.reply(token: "3"))
        app.storage.isFailing = true
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-2"))
        app.storage.isFailing = false
        await app.time.advance(300)
        #expect(try await app.client.accessToken() == Secret("access-3"))
        #expect(try await sent(app) == ["refresh-1", "refresh-1"])
        #expect(try stored(app).refreshToken == Secret("refresh-3"))
    }

    @Test(arguments: [
        "rate_limited", "internal", "client_unknown", "not_found", "field_invalid", "body_invalid", "database_corrupt",
        "attempt_used", "access_token_invalid", "a_code_of_tomorrow",
    ])
    func `nothing but an ending drops the session`(code: String) async throws {
        for status in [400, 401, 403, 404, 429, 500, 503] {
            let app = try await launched()
            try await app.service.refuse(Route.refresh, code, status: status)
            await app.time.advance(300)
            await #expect(throws: SignInFailure.self) { try await app.client.accessToken() }
            #expect(try stored(app) == Sample.session())
            #expect(await app.client.status.words == "signedIn")
        }
    }

    @Test func `many refusals of one token cause one renewal`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await app.service.hold()
        let refused = (0..<20).map { _ in
            Task { try await app.client.accessToken(replacing: Secret("access-1")) }
        }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        await app.service.release()
        for caller in refused { #expect(try await caller.value == Secret("access-2")) }
        #expect(try await app.client.accessToken(replacing: Secret("access-1")) == Secret("access-2"))
        #expect(await app.service.count(Route.refresh) == 1)
    }

    @Test func `the account is read again, shown and stored`() async throws {
        let app = try await launched()
        try await app.service.answer(Route.read, Sample.account(name: Sample.grace))
        #expect(try await app.client.readAccount().name == Sample.grace)
        #expect(await app.client.status.words == "signedIn named")
        let restarted = try app.restarted()
        await restarted.client.launch()
        #expect(await restarted.client.status.state.person?.account.name == Sample.grace)
    }
}

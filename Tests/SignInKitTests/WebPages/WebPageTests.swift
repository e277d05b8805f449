import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A web view opens pages of the sign-in service with the app's session.
@Suite(.timeLimit(.minutes(10))) struct WebPageTests {
    private static let handOff = "POST " + Paths.sessionHandOff

    private func app(storage: WatchedStorage = WatchedStorage()) async throws -> AppUnderTest {
        let app = try AppUnderTest(storage: storage)
        try await app.expectsSignIn()
        await app.client.launch()
        await app.client.signIn()
        try await app.service.answer(Self.handOff, SessionHandOffReply(code: "a-b_c", expiresIn: 60))
        return app
    }

    @Test(arguments: AccountPage.allCases)
    func `the request has a code for the page, in its body only`(page: AccountPage) async throws {
        let app = try await app()
        let request = try await app.client.webRequest(for: page)
        let sent = try #require(try await app.service.last(Self.handOff, SessionHandOffRequest.self))
        #expect(sent == SessionHandOffRequest(refreshToken: "refresh-1", page: page.rawValue))
        #expect(await app.service.calls.last?.accessToken == "access-1")
        #expect(request.url?.absoluteString == "https://sign-in.example.com/web/hand-off")
        #expect(request.httpMethod == "POST" && request.httpBody == Data("code=a%2Db%5Fc".utf8))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test func `the newest refresh token is sent, also if an extension of the app has it`() async throws {
        let app = try await app(storage: WatchedStorage(place: nil))
        let records = SignInRecords(storage: app.storage, observe: { _ in })
        let stored = try #require(records.session())
        let renewed = stored.renewed(by: BackendSession(Sample.reply(token: "2")), at: Sample.start)
        records.record(renewed)
        _ = try await app.client.webRequest(for: .account)
        let sent = try await app.service.last(Self.handOff, SessionHandOffRequest.self)
        #expect(sent?.refreshToken == "refresh-2")
    }

    @Test func `a refused refresh token is renewed, and the page opens with the new one`() async throws {
        let app = try await app()
        await app.service.forget(Self.handOff)
        try await app.service.refuse(Self.handOff, "refresh_token_invalid")
        try await app.service.answer(Self.handOff, SessionHandOffReply(code: "c", expiresIn: 60))
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        let request = try await app.client.webRequest(for: .account)
        #expect(request.httpBody == Data("code=c".utf8))
        let sent = try await app.service.last(Self.handOff, SessionHandOffRequest.self)
        #expect(sent?.refreshToken == "refresh-2")
        #expect(await app.service.calls.last?.accessToken == "access-2")
    }

    @Test func `a refused refresh token tells nobody that the session has ended while it goes on`() async throws {
        let app = try await app()
        await app.service.forget(Self.handOff)
        try await app.service.refuse(Self.handOff, "refresh_token_invalid")
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) {
            try await app.client.webRequest(for: .account)
        }
        #expect(await app.client.status { $0.state.person != nil }.state.person != nil)
        #expect(await app.service.count(Route.refresh) == 1)
    }

    @Test func `another refusal after the renewal keeps its code`() async throws {
        let app = try await app()
        await app.service.forget(Self.handOff)
        try await app.service.refuse(Self.handOff, "refresh_token_invalid")
        try await app.service.refuse(Self.handOff, "page_unknown", status: 400)
        try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        let failure = await #expect(throws: SignInFailure.self) { try await app.client.webRequest(for: .account) }
        #expect(failure?.code == "page_unknown")
    }

    @Test func `a refused refresh token of a session that is over signs out`() async throws {
        let app = try await app()
        await app.service.forget(Self.handOff)
        try await app.service.refuse(Self.handOff, "refresh_token_invalid")
        try await app.service.refuse(Route.refresh, "refresh_token_reused")
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.webRequest(for: .account) }
        #expect(await app.client.status { $0.state.person == nil }.state == .signedOut(.sessionEnded))
    }

    @Test func `an ended session signs out, and nobody opens a page without one`() async throws {
        let app = try await app()
        await app.service.forget(Self.handOff)
        try await app.service.refuse(Self.handOff, "session_ended")
        await #expect(throws: SignInFailure.sessionEnded) { try await app.client.webRequest(for: .account) }
        #expect(await app.client.status { $0.state.person == nil }.state == .signedOut(.sessionEnded))
        await #expect(throws: SignInFailure.notSignedIn) { try await app.client.webRequest(for: .account) }
    }
}

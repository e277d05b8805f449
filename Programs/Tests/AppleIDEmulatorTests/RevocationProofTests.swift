import Foundation
import HTTPTypes
import JSONWebTokens
import SignInWithApple
import Testing

/// How the library interprets the emulator's answers to revocations, for two clients of one team.
@Suite struct RevocationProofTests {
    /// Connects the library to an emulator in this process.
    private struct Wire: HTTPTransport {
        let caller: Caller

        func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
            do {
                let path = request.url.dropFirst(TestEmulator.baseURL.count)
                let reply = try await caller.send(
                    request.method == .get ? .get : .post, String(path),
                    headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: String(decoding: request.body, as: UTF8.self))
                return TransportResponse(status: reply.status, body: Array(reply.text.utf8))
            } catch {
                throw .connectFailed
            }
        }
    }

    private let web = ClientID(rawValue: TestEmulator.web)
    private let app = ClientID(rawValue: TestEmulator.app)

    private func run(
        _ body: @escaping @Sendable (Caller, AppleClient, RefreshToken, Date) async throws -> Void
    ) async throws {
        let (web, app) = (self.web, self.app)
        try await TestEmulator().run { caller in
            let emulator = caller.emulator
            let now: @Sendable () -> Date = { Date(timeIntervalSince1970: TimeInterval(emulator.clock.now)) }
            let endpoints = try AppleEndpoints(emulator: TestEmulator.baseURL)
            let wire = Wire(caller: caller)
            let client = AppleClient(
                configuration: try AppleAppConfiguration(
                    teamID: TeamID(rawValue: "EMUTEAM001"), signingKeys: [emulator.key], clientIDs: [web, app]),
                keys: AppleKeySet(endpoints: endpoints, transport: wire, now: now),
                transport: wire, now: now)
            let reply = try await client.exchange(
                AuthorizationCode(secretValue: try await caller.code()), for: web,
                redirectURI: TestEmulator.returnURL)
            try await body(caller, client, try #require(reply.refreshToken), now())
        }
    }

    @Test func `a token of this client is revoked, and proven so`() async throws {
        let web = self.web
        try await run { caller, client, token, exchangedAt in
            let outcome = try await client.revokeAndConfirm(token, for: web, seenAliveAt: exchangedAt)
            #expect(outcome == .confirmed)
            let refused = try await caller.refresh(token.secretValue)
            #expect(refused.status == 400)
            // When the token is already dead, a caller that never saw it alive cannot learn who ended it.
            let stranger = try await client.revokeAndConfirm(token, for: web)
            #expect(stranger == .alreadyDead)
            let again = await client.confirmRevocation(of: token, for: web, seenAliveAt: exchangedAt)
            #expect(again == .confirmed)
        }
    }

    @Test func `who kept no moment pays a refresh, and has the proof as well`() async throws {
        let web = self.web
        try await run { _, client, token, _ in
            let outcome = try await client.revokeAndConfirm(token, for: web)
            #expect(outcome == .confirmed)
        }
    }

    @Test func `another client's token is not revoked, and not called so`() async throws {
        let app = self.app
        try await run { caller, client, token, _ in
            let outcome = try await client.revokeAndConfirm(token, for: app)
            #expect(outcome == .alreadyDead || outcome == .otherClient)
            // Apple answers the request with 200, but the authorization remains.
            try await client.revoke(token, for: app)
            let standing = try await caller.refresh(token.secretValue)
            #expect(standing.status == 200)
        }
    }

    @Test func `a text that Apple never issued is not called revoked`() async throws {
        let web = self.web
        try await run { _, client, _, _ in
            let garbage = RefreshToken(secretValue: "r0123456789abcdef.0.mrtv.garbage")
            try await client.revoke(garbage, for: web)
            let outcome = try await client.revokeAndConfirm(garbage, for: web)
            #expect(outcome == .alreadyDead)
        }
    }
}

import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// What the answers of the sign-in service mean, and which addresses it may have.
@Suite struct ServiceAnswerTests {
    private let server = StandInService()
    private let session = BackendSession(
        accessToken: Secret("access-1"), expiresIn: 300, refreshToken: Secret("refresh-1"), account: Sample.account())

    private func service() throws -> SignInService {
        try SignInService(
            address: try AppUnderTest.address("https://sign-in.example.com"), client: "app", transport: server)
    }

    @Test(arguments: [200, 299])
    func `an answer of 200 to 299 is a success`(status: Int) async throws {
        try await server.answer(Route.read, Sample.account(), status: status)
        #expect(try await service().account(Secret("access-1")) == Sample.account())
    }

    @Test(arguments: [199, 300])
    func `another answer is none, whatever its body`(status: Int) async throws {
        try await server.answer(Route.read, Sample.account(), status: status)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) {
            try await service().account(Secret("access-1"))
        }
    }

    @Test(arguments: [400, 404, 428, 430, 499])
    func `an answer of 400 to 499 is a refusal`(status: Int) async throws {
        try await server.refuse(Route.read, "a_code", status: status)
        await #expect(throws: SignInFailure.refused(code: "a_code", requestID: "request")) {
            try await service().account(Secret("access-1"))
        }
    }

    @Test func `a refusal with a handle is that of a person who waits`() async throws {
        let refusal = APIError(
            error: "proof_required", message: "m", requestID: "r", documentation: "d", handle: "handle-1",
            expiresIn: 600)
        try await server.answer(Route.read, refusal, status: 403)
        let held = SignInFailure.held(code: "proof_required", handle: Secret("handle-1"), requestID: "r")
        await #expect(throws: held) { try await service().account(Secret("access-1")) }
    }

    @Test(arguments: [302, 399, 429, 500, 503])
    func `another status is an outage, whatever the code`(status: Int) async throws {
        try await server.refuse(Route.read, "a_code", status: status)
        await #expect(throws: SignInFailure.unreachable(retryAfter: status == 503 ? 7 : nil)) {
            try await service().account(Secret("access-1"))
        }
    }

    @Test func `R40 Apple's permission is revoked by the service, or by the person on this page`() async throws {
        try await server.answer(Route.delete, AccountDeletionReply(revocation: "queued"))
        try await server.answer(Route.delete, AccountDeletionReply(revocation: "impossible"))
        #expect(try await service().deleteAccount(session, confirmedBy: nil) == .queued)
        let byHand = AppleRevocation.byHand(address: AccountDeletionReply.stopUsing)
        #expect(try await service().deleteAccount(session, confirmedBy: nil) == byHand)
    }

    @Test func `R41 a deletion finds out that the session has ended, and any other refusal is one`() async throws {
        try await server.refuse(Route.delete, "session_ended")
        try await server.refuse(Route.delete, "fresh_sign_in_required")
        await #expect(throws: SignInFailure.sessionEnded) {
            try await service().deleteAccount(session, confirmedBy: nil)
        }
        await #expect(throws: SignInFailure.refused(code: "fresh_sign_in_required", requestID: "request")) {
            try await service().deleteAccount(session, confirmedBy: nil)
        }
    }

    @Test func `R39 a session is renewed to be ended only if its access token has expired`() async throws {
        try await server.refuse(Route.end, "access_token_invalid")
        try await server.answer(Route.refresh, Sample.reply(token: "2"))
        await #expect(throws: SignInFailure.refused(code: "access_token_invalid", requestID: "request")) {
            try await service().end(session, because: .byPerson)
        }
        #expect(await server.calls.map(\.route) == [Route.end])
    }

    @Test(arguments: [
        ("https://example.com", true), ("https://example.com/base", true), ("HTTPS://example.com", true),
        ("https://example.com:8443", true), ("https:///base", false), ("https://:8443", false),
        ("https://example.com/?page=1", false),
        ("https://me@example.com", false), ("http://localhost:8080", true), ("http://127.0.0.1:8080", true),
        ("http://[::1]:8080", true), ("http://127.0.0.2", false), ("http://example.com", false),
        ("http://localhost.example.com", false), ("ws://localhost", false),
    ])
    func `a service has an address with TLS, or one of this machine`(address: String, isSafe: Bool) throws {
        #expect(SignInService.isSafe(try AppUnderTest.address(address)) == isSafe)
    }

    @Test func `the host of a named origin may be in capitals`() throws {
        let address = try AppUnderTest.address("http://mac.local:8080")
        #expect(SignInService.isSafe(address, plainOrigins: ["HTTP://MAC.local:8080"]))
    }
}

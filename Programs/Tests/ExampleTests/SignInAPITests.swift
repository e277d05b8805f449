import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import SignInWithApple
import SignInWithAppleTesting
import TestDoubles
import Testing

@testable import SignInAPIExample

/// The Hummingbird example (Examples/Sources/sign-in-api): a token is exchanged for a session once, and is not itself a
/// session.
@Suite struct SignInAPITests {
    private static let made = Result { try TestApple(clients: ["com.example.app"]) }
    private let clock = TestClock()
    private let subject = "001234.abc.0001"

    private struct Begun: Decodable {
        let attempt: String
        let nonce: String
    }

    private struct Session: Decodable {
        let session: String
    }

    /// Runs the routes with the keys that Apple publishes, or with a failure to fetch them.
    private func run(
        keys: [RecordingTransport.Answer]? = nil, _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let answers = try keys ?? [.json(Self.made.get().keySet)]
        let now = { @Sendable [clock] in clock.now }
        let apple = try AppleTokenVerifier(
            clientIDs: ["com.example.app"], transport: RecordingTransport(answers), now: now)
        let routes = SignInRoutes(apple: apple, memory: SignInMemory(now: now))
        try await Application(router: routes.router()).test(.router) { try await body($0) }
    }

    private func begin(_ client: any TestClientProtocol) async throws -> Begun {
        try await client.execute(uri: "/sign-in/begin", method: .post) {
            try JSONDecoder().decode(Begun.self, from: Data($0.body.readableBytesView))
        }
    }

    private func token(nonce: String) throws -> String {
        let hash = SHA256.hash(data: Data(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return try Self.made.get().identityToken(subject: subject, nonce: hash.joined(), at: clock.now)
    }

    private func answer(
        _ client: any TestClientProtocol, attempt: String, token: String
    ) async throws -> TestResponse {
        let body = ByteBuffer(string: #"{"attempt":"\#(attempt)","identity_token":"\#(token)"}"#)
        return try await client.execute(uri: "/sign-in", method: .post, body: body) { $0 }
    }

    private func me(_ client: any TestClientProtocol, bearer: String) async throws -> TestResponse {
        try await client.execute(uri: "/me", method: .get, headers: [.authorization: "Bearer " + bearer]) { $0 }
    }

    @Test func `a token that answers the attempt's nonce becomes a session`() async throws {
        try await run { client in
            let begun = try await begin(client)
            let reply = try await answer(client, attempt: begun.attempt, token: try token(nonce: begun.nonce))
            #expect(reply.status == .ok)
            let session = try JSONDecoder().decode(Session.self, from: Data(reply.body.readableBytesView)).session
            let known = try await me(client, bearer: session)
            #expect(known.status == .ok && String(buffer: known.body) == subject)
            clock.advance(86_401)
            #expect(try await me(client, bearer: session).status == .unauthorized)
        }
    }

    @Test func `a token is good for one sign-in, and is no session`() async throws {
        try await run { client in
            let begun = try await begin(client)
            let token = try token(nonce: begun.nonce)
            #expect(try await answer(client, attempt: begun.attempt, token: token).status == .ok)
            #expect(try await answer(client, attempt: begun.attempt, token: token).status == .unauthorized)
            let another = try await begin(client)
            let replayed = try await answer(client, attempt: another.attempt, token: token)
            #expect(replayed.status == .unauthorized && String(buffer: replayed.body).contains("nonce_mismatch"))
            #expect(try await me(client, bearer: token).status == .unauthorized)
        }
    }

    @Test func `an attempt is over after ten minutes, and after one wrong token`() async throws {
        try await run { client in
            let begun = try await begin(client)
            let good = try token(nonce: begun.nonce)
            #expect(try await answer(client, attempt: begun.attempt, token: "nonsense").status == .unauthorized)
            #expect(try await answer(client, attempt: begun.attempt, token: good).status == .unauthorized)
            let late = try await begin(client)
            clock.advance(600)
            let answered = try await answer(client, attempt: late.attempt, token: try token(nonce: late.nonce))
            #expect(answered.status == .unauthorized)
        }
    }

    @Test func `says when to try again while Apple cannot be asked, and takes the same token then`() async throws {
        try await run(keys: [.failure(.connectFailed), .json(Self.made.get().keySet)]) { client in
            let begun = try await begin(client)
            let token = try token(nonce: begun.nonce)
            let reply = try await answer(client, attempt: begun.attempt, token: token)
            #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] != nil)
            clock.advance(60)
            #expect(try await answer(client, attempt: begun.attempt, token: token).status == .ok)
        }
    }

    @Test func `what happens to keys and calls is told to swift-log`() {
        let log = CapturedLog()
        let observability = Observability(logger: log.logger)
        observability.record(
            KeySetEvent.fetchFailed(.unavailable(reason: .timedOut, retryAfter: nil), failures: 2, retryAfter: 30))
        observability.record(KeySetEvent.unknownKey)
        #expect(log.all.map { $0.prefix { $0 != " " } } == ["warning", "debug"])
    }
}

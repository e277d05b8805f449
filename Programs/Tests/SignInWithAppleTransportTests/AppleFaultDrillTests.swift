import Foundation
import JSONWebTokens
import NIOCore
import SignInWithApple
import SignInWithAppleTesting
import Testing
import Waiting

/// The whole client against a real socket that misbehaves: one drill for each fault of Apple's token and key endpoints.
@Suite struct AppleFaultDrillTests {
    private static let app = ClientID(rawValue: "com.example.app")
    private static let code = AuthorizationCode(secretValue: "c-canary.0.mrtv.x")

    /// A fault, and the resulting failure when a code is exchanged.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let behaviour: MisbehavingServer.Behaviour
        let failure: AppleCallFailure

        init(_ description: String, _ behaviour: MisbehavingServer.Behaviour, _ failure: AppleCallFailure) {
            testDescription = description
            self.behaviour = behaviour
            self.failure = failure
        }

        init(
            _ description: String, status: String, body: String = "", headers: String = "", _ failure: AppleCallFailure
        ) {
            let answer = "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            self.init(description, .answer(answer), failure)
        }
    }

    /// Runs the body with a client of a misbehaving server, then stops both.
    private func withClient(
        of behaviour: MisbehavingServer.Behaviour, deadline: TimeInterval = Double(Patience.seconds),
        _ body: (AppleClient, AppleKeySet, MisbehavingServer) async throws -> Void
    ) async throws {
        let server = try await MisbehavingServer.start(behaviour)
        let transport = AsyncHTTPClientTransport(connectTimeout: Double(Patience.seconds), longestCall: deadline)
        let endpoints = try AppleEndpoints(emulator: "http://127.0.0.1:\(server.port)")
        let keys = AppleKeySet(endpoints: endpoints, transport: transport, now: { Date() })
        let client = try Self.client(keys, transport)
        try await body(client, keys, server)
        try await transport.shutdown()
        try await server.stop()
    }

    private static func client(
        _ keys: AppleKeySet, _ transport: any HTTPTransport
    ) throws -> AppleClient {
        AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [.makeES256(keyID: "KEY1234567")],
                clientIDs: [app]),
            keys: keys, transport: transport, now: { Date() }, callDeadline: Double(Patience.seconds))
    }

    private func failure(of client: AppleClient) async -> AppleCallFailure? {
        do throws(AppleCallFailure) {
            _ = try await client.exchange(Self.code, for: Self.app, redirectURI: nil)
            return nil
        } catch {
            return error
        }
    }

    /// The code is sent in one request, which fails with a typed error; a second try sends nothing. With the same
    /// fault, fetching the keys fails with a typed error too.
    private func play(_ fault: Fault, deadline: TimeInterval = Double(Patience.seconds)) async throws {
        try await withClient(of: fault.behaviour, deadline: deadline) { client, keys, server in
            #expect(await failure(of: client) == fault.failure)
            #expect(await failure(of: client) == .notSent(.codeAlreadySent))
            #expect(server.requests.count <= 1)
            #expect(server.octetsTaken < 20_000_000)
            await #expect(throws: AppleCallFailure.self) { try await keys.fetchIfDue() }
            #expect(keys.fetchedAt == nil)
            #expect(server.requests.count <= 2)
        }
    }

    static let busy = [
        Fault("500", status: "500 Internal", .unavailable(reason: .serverError, retryAfter: nil)),
        Fault(
            "502 with a page", status: "502 Bad", body: "<html>", .unavailable(reason: .serverError, retryAfter: nil)),
        Fault(
            "503 with seconds", status: "503 Busy", headers: "Retry-After: 17\r\n",
            .unavailable(reason: .serverError, retryAfter: 17)),
        Fault(
            "503 with a date", status: "503 Busy",
            headers: "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n",
            .unavailable(reason: .serverError, retryAfter: 60)),
        Fault(
            "429", status: "429 Slow", headers: "Retry-After: 23\r\n",
            .unavailable(reason: .throttled, retryAfter: 23)),
    ]

    @Test(arguments: busy)
    func `A1 an endpoint that is busy says so, with its time`(fault: Fault) async throws {
        try await play(fault)
    }

    static let silent = [
        Fault("no octet", .silence, .unavailable(reason: .timedOut, retryAfter: nil)),
        Fault("half a head", .answerAndStall("HTTP/1.1 200"), .unavailable(reason: .timedOut, retryAfter: nil)),
        Fault(
            "half a body", .answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"access_token\":\"a"),
            .unavailable(reason: .timedOut, retryAfter: nil)),
    ]

    @Test(arguments: silent)
    func `A2 an answer that does not come is given up at the deadline`(fault: Fault) async throws {
        try await play(fault, deadline: 0.3)
    }

    static let cut = [
        Fault("half a head", .answer("HTTP/1.1 200 OK\r\nContent-Type: applica"), .malformedReply(.replyNotHTTP)),
        Fault(
            "half a body", .answer("HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"access"),
            .malformedReply(.replyNotHTTP)),
        Fault("nothing", .answer(""), .malformedReply(.replyNotHTTP)),
        Fault("a reset", .reset, .malformedReply(.replyNotHTTP)),
    ]

    /// The request was sent, so the code may have been used. This is different from a connection that was never
    /// established.
    @Test(arguments: cut)
    func `A2 a connection that ends in the middle is no lack of one`(fault: Fault) async throws {
        try await play(fault)
    }

    @Test func `A3 an answer that drips is cut at the deadline`() async throws {
        let drip = Fault(
            "drip", .drip(every: .milliseconds(20)), .unavailable(reason: .timedOut, retryAfter: nil))
        try await play(drip, deadline: 0.3)
    }

    static let garbage = [
        Fault("empty", status: "200 OK", .malformedReply(.replyNotJSON)),
        Fault(
            "a page", status: "200 OK", body: "<html>Sorry</html>", headers: "Content-Type: text/html\r\n",
            .malformedReply(.replyNotJSON)),
        Fault("cut short", status: "200 OK", body: #"{"access_token":"a","keys":[{"#, .malformedReply(.replyNotJSON)),
        Fault("a list", status: "200 OK", body: "[1,2,3]", .malformedReply(.replyNotJSON)),
        Fault(
            "a member twice", status: "200 OK",
            body: #"{"access_token":"a","access_token":"b","token_type":"Bearer","expires_in":1,"keys":[],"keys":[]}"#,
            .malformedReply(.replyNotJSON)),
        // The connection stays open. If it closed after a long answer, the client could see the end before it had read
        // everything.
        Fault(
            "deep",
            .answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n" + String(repeating: "[", count: 60_000)),
            .malformedReply(.replyNotJSON)),
        Fault("nothing in it", status: "200 OK", body: "{}", .malformedReply(.replyIncomplete)),
        Fault("404", status: "404 Not", body: "{}", .malformedReply(.replyUndocumented)),
        Fault("no HTTP", .answer("SSH-2.0-OpenSSH_9.2\r\n"), .malformedReply(.replyNotHTTP)),
        Fault(
            "gzip that is none", status: "200 OK", body: "not gzip", headers: "Content-Encoding: gzip\r\n",
            .malformedReply(.replyNotJSON)),
    ]

    @Test(arguments: garbage)
    func `A4 garbage is named and believed by nobody`(fault: Fault) async throws {
        try await play(fault)
    }

    @Test func `A4 octets that are not UTF-8 are no JSON`() async throws {
        let octets = Array(#"{"access_token":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
        let transport = RecordingTransport([.success(TransportResponse(status: 200, body: octets))])
        let keys = AppleKeySet(transport: transport, now: { Date() })
        #expect(await failure(of: try Self.client(keys, transport)) == .malformedReply(.replyNotJSON))
    }

    static let huge = [
        Fault(
            "a gigabyte announced", .answerAndStall("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n{"),
            .malformedReply(.replyTooLarge)),
        Fault(
            "chunks without end",
            .flood(
                head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                part: "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"),
            .malformedReply(.replyTooLarge)),
        Fault(
            "a compressed bomb",
            .flood(
                head: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
                part: "10000\r\n" + String(repeating: "\u{1F}", count: 65_536) + "\r\n"),
            .malformedReply(.replyTooLarge)),
        Fault(
            "a head without end",
            .flood(head: "HTTP/1.1 200 OK\r\n", part: "X-Field: " + String(repeating: "x", count: 8_000) + "\r\n"),
            .malformedReply(.replyNotHTTP)),
    ]

    @Test(arguments: huge)
    func `A5 an answer without end is cut at its limit`(fault: Fault) async throws {
        try await play(fault)
    }

    static let redirects = [301, 302, 303, 307, 308].flatMap { status in
        ["https://evil.example/auth/token", "file:///etc/passwd", "http://127.0.0.1/auth/token", "/elsewhere"].map {
            Fault(
                "\(status) to \($0)", status: "\(status) Elsewhere", headers: "Location: \($0)\r\n",
                .malformedReply(.replyRedirected))
        }
    }

    @Test(arguments: redirects)
    func `A6 a redirect is not followed`(fault: Fault) async throws {
        try await play(fault)
    }

    @Test func `A7 a peer that does not prove itself is told neither code nor secret`() async throws {
        let server = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        // The server says nothing until it has got a request, so only the time for the handshake ends the call.
        let transport = AsyncHTTPClientTransport(connectTimeout: 1, longestCall: Double(Patience.seconds))
        let endpoints = try AppleEndpoints(emulator: "https://localhost:\(server.port)")
        let keys = AppleKeySet(endpoints: endpoints, transport: transport, now: { Date() })
        let client = try Self.client(keys, transport)
        #expect(await failure(of: client) == .unavailable(reason: .notReachable, retryAfter: nil))
        // Nothing was sent, so the code is still valid.
        #expect(await failure(of: client) == .unavailable(reason: .notReachable, retryAfter: nil))
        #expect(server.requests.isEmpty)
        try await transport.shutdown()
        try await server.stop()
    }

    /// A name (RFC 2606 §2) and an address (RFC 6666) that lead nowhere.
    @Test(arguments: ["https://idp.invalid", "https://[100::1]", "http://127.0.0.1:1", "http://idp.example"])
    func `A8 an address that leads nowhere is no connection, within the time given`(address: String) async throws {
        let transport = AsyncHTTPClientTransport(connectTimeout: 0.5, longestCall: 1)
        let endpoints = try AppleEndpoints(emulator: address)
        let keys = AppleKeySet(endpoints: endpoints, transport: transport, now: { Date() })
        let failure = await failure(of: try Self.client(keys, transport))
        guard case .unavailable(let reason, nil) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason == .notReachable || reason == .timedOut)
        try await transport.shutdown()
    }

    @Test(arguments: [
        "invalid_client", "invalid_grant", "invalid_request", "unauthorized_client", "unsupported_grant_type",
        "invalid_scope", "something_new",
    ])
    func `A9 Apple's refusals keep their names`(name: String) async throws {
        let body = #"{"error":"\#(name)"}"#
        let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try await withClient(of: .answer(answer)) { client, _, server in
            #expect(await failure(of: client) == .refused(TokenEndpointError(code: name)))
            #expect(server.requests.count == 1)
        }
    }
}

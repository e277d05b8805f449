import AsyncHTTPClient
import Foundation
import NIOPosix
import SignInWithApple
import Testing
import Waiting

/// A transport that shares the server's existing client, and a transport that is never shut down.
@Suite struct SharedClientTests {
    private func request(to port: Int, method: TransportRequest.Method = .post) -> TransportRequest {
        TransportRequest(
            method: method, url: "http://127.0.0.1:\(port)/auth/token",
            headers: [(name: "Authorization", value: "Bearer s3cret")],
            body: method == .post ? Array("client_secret=s3cret".utf8) : [], deadline: Double(Patience.seconds))
    }

    private func send(
        _ request: TransportRequest, over configuration: HTTPClient.Configuration
    ) async throws -> Result<TransportResponse, TransportFailure> {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let transport = AsyncHTTPClientTransport(sharing: client, longestCall: Double(Patience.seconds))
        let result = await transport.result(of: request)
        try await transport.shutdown()
        // This fails if the transport has shut down the client, which it does not own.
        try await client.shutdown()
        return result
    }

    @Test func `sends over a shared client, and does not shut it down`() async throws {
        let server = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        let result = try await send(request(to: server.port), over: .init(redirectConfiguration: .disallow))
        #expect(try result.get().status == 200 && result.get().body == Array("{}".utf8))
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("POST /auth/token HTTP/1.1\r\n") && sent.hasSuffix("\r\n\r\nclient_secret=s3cret"))
        #expect(sent.lowercased().contains("\r\ncontent-length: 20\r\n"))
        try await server.stop()
    }

    @Test(arguments: ["301", "302", "303", "307", "308"], [false, true])
    func `no secret follows a redirect of a client that follows them`(status: String, keepsBody: Bool) async throws {
        let elsewhere = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        let server = try await MisbehavingServer.start(
            .answer(
                "HTTP/1.1 \(status) Moved\r\nLocation: http://localhost:\(elsewhere.port)/taken\r\nContent-Length: 0\r\n\r\n"
            ))
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .follow(
            configuration: .init(
                max: 5, allowCycles: true, retainHTTPMethodAndBodyOn301: keepsBody,
                retainHTTPMethodAndBodyOn302: keepsBody))
        let result = try await send(request(to: server.port), over: configuration)
        #expect(try "\(result.get().status)" == status && result.get().body.isEmpty)
        #expect(elsewhere.requests.allSatisfy { !$0.contains("s3cret") })
        try await server.stop()
        try await elsewhere.stop()
    }

    @Test func `keys that a redirect leads to are not Apple's`() async throws {
        let elsewhere = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        let server = try await MisbehavingServer.start(
            .answer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(elsewhere.port)/\r\nContent-Length: 0\r\n\r\n"))
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .singletonConfiguration)
        let keys = AppleKeySet(
            endpoints: try AppleEndpoints(emulator: "http://127.0.0.1:\(server.port)"),
            transport: PatientTransport(
                inner: AsyncHTTPClientTransport(sharing: client, longestCall: Double(Patience.seconds))))
        await #expect(throws: AppleCallFailure.malformedReply(.replyRedirected)) { try await keys.fetchIfDue() }
        try await client.shutdown()
        try await server.stop()
        try await elsewhere.stop()
    }

    @Test func `a transport that nobody ends gives its connections back with its last copy`() async throws {
        let server = try await MisbehavingServer.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        // In debug builds, AsyncHTTPClient traps if a client is released without being shut down.
        for _ in 0..<3 {
            let transport = AsyncHTTPClientTransport(
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, connectTimeout: Double(Patience.seconds),
                longestCall: Double(Patience.seconds))
            #expect(try await transport.send(request(to: server.port)).status == 200)
        }
        let ended = AsyncHTTPClientTransport()
        try await ended.shutdown()
        try await server.stop()
    }
}

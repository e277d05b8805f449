import Foundation
import JSONWebTokens
import NIOSSL
import Testing
import Waiting

@testable import SignInWithApple

@Suite struct TLSTests {
    /// The result of a call to a server with this certificate. Calls trust the authority that issued it, unless told
    /// otherwise.
    private func result(
        certificate: String, maximumVersion: TLSVersion? = nil, trusting roots: NIOSSLTrustRoots? = nil
    ) async throws -> (result: Result<TransportResponse, TransportFailure>, requests: [String]) {
        let files = try Certificates()
        let server = try await MisbehavingServer.start(
            .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            tls: try files.server(certificate, maximumVersion: maximumVersion))
        let transport = AsyncHTTPClientTransport(
            connectTimeout: Double(Patience.seconds), longestCall: Double(Patience.seconds),
            trustRoots: try roots ?? .certificates([files.authority()]))
        let request = TransportRequest(
            method: .post, url: "https://localhost:\(server.port)/auth/token", body: Array("secret".utf8),
            deadline: Double(Patience.seconds))
        let result = await transport.result(of: request)
        try await transport.shutdown()
        try await server.stop()
        return (result, server.requests)
    }

    @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
    func `speaks with a server it can trust`(version: TLSVersion) async throws {
        let (result, requests) = try await result(certificate: "good", maximumVersion: version)
        #expect(try result.get().body == Array("{}".utf8))
        #expect(requests.count == 1)
    }

    // RFC 8996 deprecates TLS 1.0 and 1.1.
    @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
    func `does not speak with a server that knows old TLS only`(version: TLSVersion) async throws {
        let (result, requests) = try await result(certificate: "good", maximumVersion: version)
        #expect(throws: TransportFailure.tlsFailed) { try result.get() }
        #expect(requests.isEmpty)
    }

    @Test(arguments: ["expired", "other-name"])
    func `tells nothing to a server whose certificate is wrong`(certificate: String) async throws {
        let (result, requests) = try await result(certificate: certificate)
        #expect(throws: TransportFailure.tlsFailed) { try result.get() }
        #expect(requests.isEmpty)
    }

    @Test func `tells nothing to a server whose authority the system does not know`() async throws {
        let (result, requests) = try await result(certificate: "good", trusting: .default)
        #expect(throws: TransportFailure.tlsFailed) { try result.get() }
        #expect(requests.isEmpty)
    }
}

/// A request that the server may have read does not count as unsent, whatever error ended it.
@Suite struct ResetStreamTests {
    @Test func `a stream that is reset after the request burns the code`() async throws {
        let files = try Certificates()
        let server = try await ResettingHTTP2Server.start(
            tls: try files.server("good", maximumVersion: nil, protocols: ["h2"]))
        let transport = AsyncHTTPClientTransport(
            connectTimeout: Double(Patience.seconds), longestCall: Double(Patience.seconds),
            trustRoots: .certificates([try files.authority()]))
        let endpoints = try AppleEndpoints(emulator: "https://localhost:\(server.port)")
        let app = ClientID(rawValue: "com.example.app")
        let client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [.makeES256(keyID: "KEY1234567")],
                clientIDs: [app]),
            keys: AppleKeySet(endpoints: endpoints, transport: transport, now: { Date() }), transport: transport,
            now: { Date() }, callDeadline: Double(Patience.seconds))
        let code = AuthorizationCode(secretValue: "c1.0.mrtv.x")
        await #expect(throws: AppleCallFailure.malformedReply(.replyNotHTTP)) {
            try await client.exchange(code, for: app, redirectURI: nil)
        }
        await #expect(throws: AppleCallFailure.notSent(.codeAlreadySent)) {
            try await client.exchange(code, for: app, redirectURI: nil)
        }
        #expect(server.bodies.count == 1 && server.bodies.allSatisfy { $0.contains("code=c1.0.mrtv.x") })
        try await transport.shutdown()
        try await server.stop()
    }

    @Test func `a server that is gone takes no code with it`() async throws {
        let port = try RefusingPort()
        let transport = AsyncHTTPClientTransport.patient
        for host in ["127.0.0.1", "localhost"] {
            let request = TransportRequest(
                method: .post, url: "https://\(host):\(port.number)/auth/token", body: Array("code=c".utf8))
            await #expect(throws: TransportFailure.connectFailed) { try await transport.send(request) }
        }
        try await transport.shutdown()
    }

    /// Whether the request counts as sent depends on whether its body was read, which the error itself does not tell.
    @Test(arguments: TransportFailure.allCases)
    func `only a body that nobody took was not sent`(failure: TransportFailure) {
        #expect(![.connectFailed, .tlsFailed].contains(failure.given(bodyWasTaken: true)))
        #expect(failure.given(bodyWasTaken: false) != .protocolViolated)
    }

    @Test func `an error that nobody foresaw may have come after the request`() {
        struct Unforeseen: Error {}
        #expect(TransportFailure(Unforeseen()) == .protocolViolated)
    }
}

/// The certificates of Tests/Fixtures/certificates.
private struct Certificates {
    private let texts: [String: String]

    init() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let data = try Data(contentsOf: root.appending(path: "Tests/Fixtures/certificates/servers.json"))
        texts = try JSONDecoder().decode([String: String].self, from: data)
    }

    func authority() throws -> NIOSSLCertificate { try certificate("authority") }

    func server(_ name: String, maximumVersion: TLSVersion?, protocols: [String] = []) throws -> NIOSSLContext {
        let key = try NIOSSLPrivateKey(bytes: Array(try text("key").utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try certificate(name))], privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = maximumVersion
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    private func certificate(_ name: String) throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(try text(name).utf8), format: .pem)
    }

    private func text(_ name: String) throws -> String { try #require(texts[name]) }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// Faults B6 and B10 of Documentation/development/traceability.md, below HTTP: framing that two parsers could understand
/// differently.
@Suite struct RawRequestTests {
    static let form = "Content-Type: application/x-www-form-urlencoded\r\n"
    static let live = "GET /health/live HTTP/1.1\r\n"
    static let post = "POST /web/callback HTTP/1.1\r\nHost: localhost\r\n" + form

    /// Described by its size, because the octets themselves would garble a terminal.
    struct Octets: CustomTestStringConvertible, Sendable {
        let octets: String
        let status: Int
        var testDescription: String { "\(octets.utf8.count) octets, to be answered \(status)" }

        init(_ octets: String, _ status: Int) {
            self.octets = octets
            self.status = status
        }
    }

    static let requests: [Octets] = [
        Octets(post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400),
        Octets(post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", 400),
        Octets(post + "Content-Length: -1\r\n\r\n", 400),
        Octets(post + "Content-Length: 99999999999999999999\r\n\r\n", 400),
        Octets(post + "Content-Length: 70000\r\n\r\n" + String(repeating: "a", count: 70_000), 413),
        Octets(post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        Octets(post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
        Octets("GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: a\r\n b\r\n\r\n", 400),
        Octets("GET /health/live HTTP/1.1\nHost: a\n\n", 400),
        Octets("GET /health/live HTTP/1.1\r\nHost: a\r\nX A: 1\r\n\r\n", 400),
        Octets("GET /health/live HTTP/1.1\r\nHost: a\r\nX-A: a\u{0}b\r\n\r\n", 400),
        Octets("FOO /health/live HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Octets("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Octets("\u{16}\u{3}\u{1}\u{2}", 400),
        Octets(live + "Host: a\r\nX-A: " + String(repeating: "a", count: 17_000) + "\r\n\r\n", 431),
        // Beyond the parser's limits: one field, all fields together, their number, and the target.
        Octets(live + "Host: a\r\nX-A: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", 431),
        Octets(
            live + "Host: a\r\n" + String(repeating: "X-A: \(String(repeating: "a", count: 9_000))\r\n", count: 8)
                + "\r\n",
            431),
        Octets(live + "Host: a\r\n" + String(repeating: "X-A: a\r\n", count: 300) + "\r\n", 431),
        Octets("GET /" + String(repeating: "a", count: 70_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        // RFC 9112 §3.2.
        Octets(live + "\r\n", 400), Octets(live + "Host: a\r\nHost: a\r\n\r\n", 400),
        Octets(live + "Host: a\r\nhost: b\r\n\r\n", 400), Octets(live + "Host: a b\r\n\r\n", 400),
        Octets(live + "Host: a/b\r\n\r\n", 400), Octets(live + "Host:\r\n\r\n", 200),
        Octets("GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Octets("GET /health/live HTTP/1.0\r\n\r\n", 200), Octets(live + "Host: [::1]:8080\r\n\r\n", 200),
        Octets("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    ]

    @Test func `says by a code that a head is too large, or names no host, in the answer and in the log`() async throws
    {
        let service = try TestService()
        try await service.run(.live) { caller in
            let port = try #require(caller.client.port)
            let large = await RawRequest.send(
                Array((Self.live + "Host: a\r\nX-A: " + String(repeating: "a", count: 40_000) + "\r\n\r\n").utf8),
                port: port)
            #expect(large.contains("headers_too_large"))
            let hostless = await RawRequest.send(Array((Self.live + "\r\n").utf8), port: port)
            #expect(hostless.contains("host_invalid"))
        }
        #expect(service.log.all.contains { $0.contains("headers_too_large") })
    }

    @Test func `refuses a body that says it is too large before any of it comes`() async throws {
        let service = try TestService()
        try await service.run(.live) { caller in
            let connection = try caller.connect()
            connection.send(Self.post + "Content-Length: 70000\r\n\r\n")
            #expect(await connection.getsNews())
        }
        #expect(service.log.all.contains { $0.contains("body_too_large") })
    }

    @Test func `sends nobody to the host that a request names`() async throws {
        let service = try TestService()
        try await service.run(.live) { caller in
            let port = try #require(caller.client.port)
            let request = "GET /web/sign-in HTTP/1.1\r\nHost: evil.example\r\n\r\n"
            let reply = await RawRequest.send(Array(request.utf8), port: port)
            #expect(reply.hasPrefix("HTTP/1.1 303 ") && !reply.contains("evil"))
            #expect(reply.contains("redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fweb%2Fcallback"))
        }
    }

    @Test(arguments: requests)
    func `answers odd framing with a refusal and no second answer`(request: Octets) async throws {
        let service = try TestService()
        try await service.run(.live) { caller in
            let port = try #require(caller.client.port)
            let reply = await RawRequest.send(Array(request.octets.utf8), port: port)
            #expect(reply.hasPrefix("HTTP/1.1 \(request.status) "))
            #expect(reply.components(separatedBy: "HTTP/1.1 ").count == 2)
            let after = try await caller.get(Paths.live)
            #expect(after.status == .ok)
        }
        #expect(!service.log.all.contains { $0.hasPrefix("critical") })
    }
}

import Foundation
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing
import Waiting

@testable import SignInServer

/// What a connection promises its peer, on real sockets.
@Suite struct ServedConnectionTests {
    private static let live = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let last = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    static let attempt =
        "POST /v1/native/attempts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"

    private static func answers(_ received: String) -> Int {
        received.components(separatedBy: "HTTP/1.1 ").count - 1
    }

    /// Everything that comes back for these octets, sent part by part.
    private static func exchange(
        _ parts: String..., thenHangUp: Bool = false, with service: TestService? = nil
    ) async throws -> String {
        try await (service ?? TestService()).run(.live) { caller in
            let connection = try caller.connect()
            for part in parts { connection.send(part) }
            if thenHangUp { connection.hangUpSending() }
            return try #require(await connection.readToEnd())
        }
    }

    @Test func `a client that sends no more gets the answer to what it sent`() async throws {
        let received = try await Self.exchange(Self.live, thenHangUp: true)
        #expect(received.hasPrefix("HTTP/1.1 200 ") && received.hasSuffix(#"{"status":"live"}"#))
        #expect(Self.answers(received) == 1)
    }

    @Test func `a client that never asks anything is let go`() async throws {
        #expect(try await Self.exchange(thenHangUp: true) == "")
    }

    @Test(arguments: [
        "GET /hea", "GET /health/live HTTP/1.1\r\nHost: local", attempt + "Content-Length: 16\r\n\r\n{\"cli",
        attempt + "Transfer-Encoding: chunked\r\n\r\n6\r\n{\"cli",
    ])
    func `a request that breaks off is refused once`(request: String) async throws {
        let received = try await Self.exchange(request, thenHangUp: true)
        #expect(received.hasPrefix("HTTP/1.1 400 "))
        #expect(Self.answers(received) == 1)
    }

    @Test func `content that comes in parts is one request`() async throws {
        let received = try await Self.exchange(
            Self.attempt + "Content-Length: 16\r\n\r\n", "{\"clie", "nt\":\"app\"}")
        #expect(received.hasPrefix("HTTP/1.1 200 ") && received.contains("nonce"))
    }

    @Test func `content in chunks is one request`() async throws {
        let received = try await Self.exchange(
            Self.attempt + "Transfer-Encoding: chunked\r\n\r\n6\r\n{\"clie\r\n", "a\r\nnt\":\"app\"}\r\n0\r\n\r\n")
        #expect(received.hasPrefix("HTTP/1.1 200 ") && received.contains("nonce"))
    }

    @Test func `content that is too large is skipped, and the next request is answered`() async throws {
        let refused = RawRequestTests.post + "Content-Length: 70000\r\n\r\n" + String(repeating: "a", count: 70_000)
        let received = try await Self.exchange(refused + Self.last)
        #expect(received.hasPrefix("HTTP/1.1 413 "))
        #expect(received.contains("HTTP/1.1 200 ") && Self.answers(received) == 2)
    }

    @Test func `chunks that are too large together are refused, and the next request is answered`() async throws {
        let chunks = String(repeating: "1000\r\n" + String(repeating: "a", count: 4_096) + "\r\n", count: 20)
        let received = try await Self.exchange(
            RawRequestTests.post + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n" + Self.last)
        #expect(received.hasPrefix("HTTP/1.1 413 "))
        #expect(received.contains("HTTP/1.1 200 ") && Self.answers(received) == 2)
    }

    @Test func `a long answer comes in chunks, and the next request is answered`() async throws {
        try await TestService().run(.live) { caller in
            let session = try await caller.signInNatively()
            let connection = try caller.connect()
            connection.send(
                "GET \(Paths.accountExport) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(session.accessToken)\r\n\r\n" + Self.last)
            let received = try #require(await connection.readToEnd())
            #expect(received.hasPrefix("HTTP/1.1 200 "))
            #expect(received.lowercased().contains("\r\ntransfer-encoding: chunked\r\n"))
            #expect(received.contains("\r\n0\r\n\r\nHTTP/1.1 200 "))
            #expect(received.hasSuffix(#"{"status":"live"}"#))
        }
    }

    @Test func `what a client asked for is done, although the client has left`() async throws {
        try await TestService().run(.live) { caller in
            let session = try await caller.signInNatively()
            let connection = try caller.connect()
            connection.send(
                "POST \(Paths.sessionEnd) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(session.accessToken)\r\nContent-Length: 0\r\n\r\n")
            connection.hangUp()
            try await until { try await caller.get(Paths.sessions, headers: bearer(session)).status == .unauthorized }
        }
    }

    @Test func `an idle connection does not hold up the end of the service`() async throws {
        let service = try TestService()
        var idle: RawConnection?
        try await service.serve { port in
            let connection = try #require(RawConnection(port: port))
            connection.send(Self.live)
            #expect(await connection.getsNews())
            idle = connection
        }
        #expect(await idle?.readToEnd()?.hasSuffix(#"{"status":"live"}"#) == true)
    }

    @Test func `every answer says when it was made`() async throws {
        let received = try await Self.exchange(Self.last)
        let date = try #require(
            received.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("date: ") }?.dropFirst(6))
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        #expect(format.date(from: String(date)) != nil, "\(date)")
    }
}

import Foundation
import HTTPConnections
import HTTPTypes
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
        "POST \(Paths.nativeAttempts) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Content-Type: application/json\r\n"

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

    /// A program's answer, pages with policies of their own, a file that may be kept, a redirect and two refusals.
    @Test(arguments: [
        Paths.live, Paths.start, Paths.errorCodes, Paths.openIDConfiguration, Paths.keySet, Paths.account,
        Paths.webSignIn, "/nowhere", "/v1/nowhere",
    ])
    func `an answer over a connection has the same fields as one without`(path: String) async throws {
        let changing: Set<HTTPField.Name> = [.date, .xRequestID, .setCookie, .location]
        @Sendable func fields(_ caller: Caller) async throws -> [String] {
            let response = try await caller.get(path, headers: ["Accept": "text/html"])
            return response.headers.filter { !changing.contains($0.name) }.map { "\($0.name): \($0.value)" }.sorted()
        }
        let service = try TestService(openID: TestClients.all)
        let without = try await service.run(.router, fields)
        #expect(try await service.run(.live, fields) == without)
        #expect(without.contains("X-Content-Type-Options: nosniff"))
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

    @Test(arguments: [
        ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n", "close in capitals"),
        ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, close\r\n\r\n", "close in a list"),
        ("GET /health/live HTTP/1.0\r\n\r\n", "an older version"),
        ("GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "an upgrade"),
    ])
    func `the last answer says that it is the last, and the connection ends`(request: String, why: String) async throws
    {
        let received = try await Self.exchange(request)
        #expect(received.hasPrefix("HTTP/1.1 200 ") && received.contains("\r\nConnection: close\r\n"), "\(why)")
        #expect(Self.answers(received) == 1, "\(why)")
    }

    @Test func `an older client can keep its connection`() async throws {
        let received = try await Self.exchange(
            "GET /health/live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + Self.last)
        #expect(Self.answers(received) == 2)
    }

    @Test func `a client that waits to be asked for its content is asked when it is wanted`() async throws {
        try await TestService().run(.live) { caller in
            let connection = try caller.connect()
            connection.send(Self.attempt + "Expect: 100-continue\r\nContent-Length: 16\r\n\r\n")
            #expect(await connection.getsNews())
            connection.send("{\"client\":\"app\"}")
            let received = try #require(await connection.readToEnd())
            #expect(received.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "))
            #expect(Self.answers(received) == 2)
        }
    }

    @Test func `a client whose content is not wanted is refused instead, and the connection ends`() async throws {
        let refused = RawRequestTests.post + "Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n"
        let received = try await Self.exchange(refused)
        #expect(received.hasPrefix("HTTP/1.1 413 ") && received.contains("\r\nConnection: close\r\n"))
        #expect(Self.answers(received) == 1)
    }

    @Test func `a request that was refused before its content broke is not refused again`() async throws {
        try await TestService().run(.live) { caller in
            let connection = try caller.connect()
            connection.send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            #expect(await connection.getsNews())
            connection.send("zz\r\n")
            let received = try #require(await connection.readToEnd())
            #expect(received.hasPrefix("HTTP/1.1 404 "))
            #expect(Self.answers(received) == 1)
        }
    }

    @Test func `no route takes more content than a connection collects`() throws {
        for route in try TestService(openID: TestClients.all).service.routes.routes {
            #expect(route.bodyLimit ?? 0 <= ConnectionState.largestContent, "\(route.path)")
        }
    }
}

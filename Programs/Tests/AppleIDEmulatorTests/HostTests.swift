import HummingbirdTesting
import Testing

@testable import AppleIDEmulator

/// The rules of RFC 9112 §3.2 for `Host`, tested on a raw connection, since HTTP clients would not break them.
@Suite struct HostTests {
    @Test(arguments: [
        ("HTTP/1.1\r\nConnection: close\r\n", "400"),
        ("HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n", "400"),
        ("HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", "200"), ("HTTP/1.0\r\nConnection: close\r\n", "200"),
        ("HTTP/1.0\r\nHost: a\r\nHost: a\r\nConnection: close\r\n", "400"),
    ])
    func `refuses a request with two hosts, and a newer one with none`(_ rest: String, _ status: String) async throws {
        try await TestEmulator().runLive { caller in
            let port = try #require(caller.port)
            let received = try await RawLine.exchange("GET /auth/keys \(rest)\r\n", port: port)
            #expect(received.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    /// RFC 9112 §6.1 and §6.3: the sender is at fault, so the status is not 500.
    @Test(
        arguments: ["/auth/token", "/auth/revoke", "/_emulator/people", "/auth/authorize/account"],
        [
            "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            "Transfer-Encoding: gzip, chunked, x\r\n\r\n0\r\n\r\n",
        ])
    func `refuses a body whose framing is invalid`(_ path: String, _ rest: String) async throws {
        try await TestEmulator().runLive { caller in
            let port = try #require(caller.port)
            let isControl = path.hasPrefix("/_emulator")
            let type = isControl ? "application/json" : "application/x-www-form-urlencoded"
            let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nConnection: close\r\n"
            let received = try await RawLine.exchange(head + rest, port: port)
            #expect(received.hasPrefix("HTTP/1.1 400 "), "\(received.prefix(400))")
        }
    }

    @Test func `refuses such a body while a fault waits for a client`() async throws {
        try await TestEmulator().runLive { caller in
            let port = try #require(caller.port)
            _ = try await caller.control(
                "/faults", #"{"endpoint":"token","fault":{"kind":"status","status":503,"client_id":"com.example.web"}}"#
            )
            let received = try await RawLine.exchange(
                "POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Connection: close\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", port: port)
            #expect(received.hasPrefix("HTTP/1.1 400 "), "\(received.prefix(400))")
        }
    }
}

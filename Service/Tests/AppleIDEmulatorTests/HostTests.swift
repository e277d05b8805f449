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
}

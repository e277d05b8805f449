import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

/// A caller with an unknown address is not the operator, whatever address the request came from.
@Suite struct OperatorAddressTests {
    private static let paths = [Paths.metrics, Paths.endedSessions]
    private static let https = "https://id.example.com"
    private static let plain = "http://localhost:8080"
    private static let loopback = ["127.0.0.0/8", "::1"]
    private static let operators = loopback + ["10.0.0.0/8"]

    private func statuses(
        _ caller: Caller, forwarded: String?, headers: [String: String] = [:]
    ) async throws -> [HTTPResponse.Status] {
        var fields = headers
        fields["X-Forwarded-For"] = forwarded
        var statuses: [HTTPResponse.Status] = []
        for path in Self.paths { statuses.append(try await caller.get(path, headers: fields).status) }
        return statuses
    }

    @Test(arguments: [nil, "", "203.0.113.7", "127.0.0.1", "10.0.0.9", "10.0.0.9, 127.0.0.1"])
    func `behind a proxy that nobody named, nobody is an operator by address`(forwarded: String?) async throws {
        let service = try TestService(publicURL: Self.https, operators: Self.operators)
        try await service.run(.live) { caller async throws in
            #expect(try await statuses(caller, forwarded: forwarded) == [.forbidden, .forbidden])
            let key = try await key(service, .operations)
            #expect(try await statuses(caller, forwarded: forwarded, headers: key) == [.ok, .ok])
        }
    }

    @Test(arguments: [
        nil, "", ",", "unknown", "_hidden", "10.0.0.9:4711", "[::1]", "127.0.0.1", "::1", "10.0.0.9, unknown",
        "10.0.0.9, ", "10.0.0.9, unknown, 127.0.0.1", "203.0.113.7", "10.0.0.9, 203.0.113.7",
        "203.0.113.7, 127.0.0.1",
    ])
    func `whom a trusted proxy does not name is unknown, and no operator`(forwarded: String?) async throws {
        let service = try TestService(
            publicURL: Self.https, trustedProxies: Self.loopback, operators: Self.operators)
        try await service.run(.live) { caller async throws in
            #expect(try await statuses(caller, forwarded: forwarded) == [.forbidden, .forbidden])
            let key = try await key(service, .operations)
            #expect(try await statuses(caller, forwarded: forwarded, headers: key) == [.ok, .ok])
        }
    }

    @Test(arguments: ["10.0.0.9", "unknown, 10.0.0.9", "203.0.113.7,10.0.0.9, 127.0.0.1"])
    func `whom a trusted proxy names as an operator's address is let in`(forwarded: String) async throws {
        let service = try TestService(
            publicURL: Self.https, trustedProxies: Self.loopback, operators: Self.operators)
        try await service.run(.live) { caller async throws in
            #expect(try await statuses(caller, forwarded: forwarded) == [.ok, .ok])
        }
    }

    @Test func `on one's own machine no key is needed, unless something passes requests on`() async throws {
        try await TestService(publicURL: Self.plain).run(.live) { caller async throws in
            #expect(try await statuses(caller, forwarded: nil) == [.ok, .ok])
            #expect(try await statuses(caller, forwarded: "203.0.113.7") == [.forbidden, .forbidden])
            let forwarded = ["Forwarded": "for=203.0.113.7"]
            #expect(try await statuses(caller, forwarded: nil, headers: forwarded) == [.forbidden, .forbidden])
        }
    }

    /// DNS rebinding: a page of a site whose name leads to this machine.
    @Test(
        arguments: [
            ("attacker.example", nil, false), ("attacker.example:8080", nil, false),
            ("localhost.attacker.example", nil, false),
            ("127.0.0.1.attacker.example", nil, false), ("localhost", "https://attacker.example", false),
            ("localhost", "null", false), ("localhost:8080", nil, true), ("LOCALHOST", nil, true),
            ("siwa.localhost:8080", nil, true), ("127.0.0.1:8080", nil, true), ("[::1]:8080", nil, true),
            ("[::1]", nil, true),
            ("10.0.0.5:8080", nil, true), ("localhost", "http://localhost:8080", true),
            ("localhost", "http://localhost:3000", false),
        ] as [(String, String?, Bool)])
    func `without a key, only a name of ours and no foreign page is served`(
        _ host: String, _ origin: String?, _ isServed: Bool
    ) async throws {
        let service = try TestService(publicURL: Self.plain)
        try await service.run(.live) { caller async throws in
            let port = try #require(caller.client.port)
            for path in Self.paths {
                let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
                let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(origin)Connection: close\r\n"
                let answer = await RawRequest.send(Array((request + "\r\n").utf8), port: port)
                #expect(answer.hasPrefix(isServed ? "HTTP/1.1 200 " : "HTTP/1.1 403 "))
                #expect(isServed || answer.contains("host_not_allowed"))
                let key = try await key(service, .operations).map { "\($0): \($1)\r\n" }.joined()
                let withKey = await RawRequest.send(Array((request + key + "\r\n").utf8), port: port)
                #expect(withKey.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func `the host of the public address is a name of ours`() async throws {
        let service = try TestService(
            publicURL: Self.https, trustedProxies: Self.loopback, operators: Self.operators)
        try await service.run(.live) { caller async throws in
            let port = try #require(caller.client.port)
            for (host, status) in [("id.example.com", "200"), ("ID.example.com:443", "200"), ("example.com", "403")] {
                let request = "GET /metrics HTTP/1.1\r\nHost: \(host)\r\nX-Forwarded-For: 10.0.0.9\r\n"
                let answer = await RawRequest.send(Array((request + "Connection: close\r\n\r\n").utf8), port: port)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host)")
            }
        }
    }

    @Test func `callers whom nobody names share one budget, whatever they write`() async throws {
        let service = try TestService(
            publicURL: Self.https, requestsPerMinute: 3, trustedProxies: Self.loopback)
        try await service.run(.live) { caller async throws in
            var statuses: [HTTPResponse.Status] = []
            for text in [nil, "unknown", "x1", "1.2.3.4:5", "1.2.3.4, x2"] {
                let headers = text.map { ["X-Forwarded-For": $0] } ?? [:]
                statuses.append(try await caller.get(Paths.webSignIn, headers: headers).status)
            }
            #expect(statuses == [.seeOther, .seeOther, .seeOther, .tooManyRequests, .tooManyRequests])
            let named = try await caller.get(Paths.webSignIn, headers: ["X-Forwarded-For": "203.0.113.7"])
            #expect(named.status == .seeOther)
        }
    }
}

import Foundation
import Testing

@testable import SignInKit

/// The transport against a server on this machine: what it sends, and what it does not follow or keep.
@Suite(.timeLimit(.minutes(10))) struct URLSessionTransportTests {
    private static func answer(_ status: String, _ fields: String = "", body: String = "{}") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(fields)\r\n\(body)"
    }

    /// The lines of a request's head in small letters, and its body.
    private func parts(_ request: String) -> (head: [String], body: String) {
        let parts = request.components(separatedBy: "\r\n\r\n")
        return (parts[0].lowercased().components(separatedBy: "\r\n"), parts.dropFirst().joined())
    }

    @Test func `a request has its body as JSON, its token and its fields`() async throws {
        let server = try LoopbackServer(Self.answer("201 Created", body: #"{"id":"1"}"#))
        defer { server.stop() }
        var request = ServiceRequest(
            method: "POST", url: server.address.appendingPathComponent("token"), accessToken: Secret("secret"),
            body: Data("{\"a\":1}".utf8))
        request.fields = ["apikey": "public"]
        let answer = try await URLSessionTransport(seconds: 600).send(request)
        #expect(answer.status == 201 && answer.retryAfter == nil)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"id":"1"}"#)
        let (head, body) = parts(try #require(server.requests.first))
        #expect(head.first == "post /token http/1.1")
        for line in ["accept: application/json", "content-type: application/json", "authorization: bearer secret"] {
            #expect(head.contains(line), "\(head)")
        }
        #expect(head.contains("apikey: public") && body == "{\"a\":1}")
    }

    @Test func `a body that is no JSON has the type that the request names`() async throws {
        let server = try LoopbackServer(Self.answer("200 OK"))
        defer { server.stop() }
        var request = ServiceRequest(method: "POST", url: server.address, body: Data("a=1".utf8))
        request.fields = ["Content-Type": "application/x-www-form-urlencoded"]
        _ = try await URLSessionTransport(seconds: 600).send(request)
        let (head, body) = parts(try #require(server.requests.first))
        #expect(head.filter { $0.hasPrefix("content-type:") } == ["content-type: application/x-www-form-urlencoded"])
        #expect(body == "a=1")
    }

    @Test func `a request without a body and a token says nothing about them`() async throws {
        let server = try LoopbackServer(Self.answer("200 OK"))
        defer { server.stop() }
        _ = try await URLSessionTransport(seconds: 600).send(ServiceRequest(method: "GET", url: server.address))
        let head = parts(try #require(server.requests.first)).head
        #expect(!head.contains { $0.hasPrefix("content-type:") || $0.hasPrefix("authorization:") }, "\(head)")
    }

    @Test func `a redirect is the answer, and the token goes nowhere else`() async throws {
        let server = try LoopbackServer(Self.answer("302 Found", "Location: /elsewhere\r\n"), Self.answer("200 OK"))
        defer { server.stop() }
        let answer = try await URLSessionTransport(seconds: 600).send(
            ServiceRequest(method: "GET", url: server.address, accessToken: Secret("secret")))
        #expect(answer.status == 302)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [("7", 7), ("Wed, 21 Oct 2026 07:28:00 GMT", nil)])
    func `a server says in seconds when to come back`(value: String, seconds: Int?) async throws {
        let server = try LoopbackServer(Self.answer("503 Service Unavailable", "Retry-After: \(value)\r\n"))
        defer { server.stop() }
        let answer = try await URLSessionTransport(seconds: 600).send(
            ServiceRequest(method: "GET", url: server.address))
        #expect(answer.status == 503 && answer.retryAfter == seconds)
    }

    @Test func `cookies are not kept`() async throws {
        let server = try LoopbackServer(Self.answer("200 OK", "Set-Cookie: a=1; Path=/\r\n"), Self.answer("200 OK"))
        defer { server.stop() }
        let transport = URLSessionTransport(seconds: 600)
        for _ in 0..<2 { _ = try await transport.send(ServiceRequest(method: "GET", url: server.address)) }
        #expect(server.requests.count == 2)
        #expect(!server.requests.contains { $0.lowercased().contains("\r\ncookie:") })
    }

    @Test func `a server that does not answer is given up`() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        await #expect(throws: URLError.self) {
            try await URLSessionTransport(seconds: 1).send(ServiceRequest(method: "GET", url: server.address))
        }
    }
}

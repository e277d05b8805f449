import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// Every header of what pages with Apple's script call, for each kind of reply.
@Suite struct ScriptHeaderTests {
    private static let origin = TestService.scriptOrigin
    /// What a preflight allows on each path.
    private static let allowed = [
        Paths.scriptAttempts: ("POST", "content-type"), Paths.scriptSignIn: ("POST", "content-type"),
        Paths.nativeAnswers: ("POST", "authorization, content-type"), Paths.sessionRefresh: ("POST", "content-type"),
        Paths.sessionEnd: ("POST", "authorization, content-type"), Paths.account: ("GET", "authorization"),
    ]
    private static let paths = allowed.keys.sorted()
    /// Origins that look like the registered one, and are not.
    private static let others = [
        "null", "", "http://www.example.com", "https://www.example.com:8443", "https://www.example.com:443",
        "https://www.example.com.evil", "https://www.example.community", "https://evil-www.example.com",
        "https://www.example.com@evil.example", "https://example.com", "https://WWW.EXAMPLE.COM",
        "HTTPS://www.example.com", "https://www.example.com/", "https://www.example.com.",
        "https://www.example.com evil",
        "https://www.example.com,https://evil.example", "*",
    ]

    /// What every reply of these paths has.
    private static let common: [String: String] = [
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()", "Referrer-Policy": "no-referrer",
        "Vary": "Origin", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    ]
    /// And what a page of a registered origin gets besides. No reply allows credentials.
    private static let readable: [String: String] = common.merging([
        "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "Retry-After, WWW-Authenticate",
        "Cross-Origin-Resource-Policy": "cross-origin",
    ]) { $1 }
    private static let json = ["Content-Type": "application/json"]

    private func expect(
        _ response: TestResponse, _ status: HTTPResponse.Status, _ expected: [String: String],
        _ more: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var sent: [String: String] = [:]
        for field in response.headers where field.name != .xRequestID && field.name != .contentLength {
            sent[field.name.rawName] = sent[field.name.rawName].map { $0 + " | " + field.value } ?? field.value
        }
        let wanted = expected.merging(more) { $1 }
        let different = Set(sent.keys).union(wanted.keys).filter { sent[$0] != wanted[$0] }.sorted()
            .map { "\($0): \(sent[$0] ?? "none"), expected \(wanted[$0] ?? "none")" }
        #expect(different == [], sourceLocation: sourceLocation)
        #expect(response.status == status, sourceLocation: sourceLocation)
    }

    private func send(
        _ caller: Caller, _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String]
    ) async throws -> TestResponse {
        try await caller.client.executeRequest(uri: path, method: method, headers: Caller.fields(headers), body: nil)
    }

    @Test func `a sign-in that succeeds`() async throws {
        try await TestService().run { caller in
            let page = ["Origin": Self.origin]
            let begun = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: page)
            expect(begun, .ok, Self.readable, Self.json)
            let attempt = try begun.decoded(ScriptAttemptReply.self)
            let (code, token) = try caller.service.apple.authorize(
                .init(), client: attempt.clientID, nonce: attempt.nonce)
            let answer =
                #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(attempt.state)"}}"#
            let done = try await caller.post(Paths.scriptSignIn, answer, headers: page)
            expect(done, .ok, Self.readable, Self.json)
        }
    }

    @Test(arguments: [Paths.scriptAttempts, Paths.scriptSignIn])
    func `a refusal, a wrong method and a wrong media type can be read by the page`(path: String) async throws {
        try await TestService().run { caller in
            let page = ["Origin": Self.origin]
            expect(try await caller.post(path, "[]", headers: page), .badRequest, Self.readable, Self.json)
            expect(
                try await caller.post(path, "{}", type: "text/plain", headers: page), .unsupportedMediaType,
                Self.readable, Self.json)
            for method in [HTTPRequest.Method.get, .put, .delete, .head] {
                let refused = try await send(caller, method, path, page)
                expect(refused, .methodNotAllowed, Self.readable, Self.json.merging(["Allow": "POST, OPTIONS"]) { $1 })
            }
        }
    }

    @Test func `an unknown path belongs to no page`() async throws {
        try await TestService().run { caller in
            for path in ["/v1/script", "/v1/script/", "/v1/script/attempts/", "/v1/script/other"] {
                let refused = try await caller.post(path, "{}", headers: ["Origin": Self.origin])
                expect(refused, .notFound, Self.common.filter { $0.key != "Vary" }, Self.json)
            }
        }
    }

    @Test func `too many requests say when to come back`() async throws {
        try await TestService(requestsPerMinute: 1).run { caller in
            let page = ["Origin": Self.origin]
            _ = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: page)
            let refused = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: page)
            let wait = try #require(refused.headers[.retryAfter])
            expect(refused, .tooManyRequests, Self.readable, Self.json.merging(["Retry-After": wait]) { $1 })
        }
    }

    @Test(arguments: paths)
    func `a browser that asks first learns what a page may send, whatever it asked for`(path: String) async throws {
        let (methods, headers) = try #require(Self.allowed[path])
        try await TestService().run { caller in
            for asked in [
                [:], ["Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"],
                ["Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "x-other, cookie"],
            ] {
                let reply = try await send(
                    caller, .options, path, asked.merging(["Origin": Self.origin]) { $1 })
                expect(
                    reply, .noContent, Self.readable,
                    [
                        "Access-Control-Allow-Methods": methods, "Access-Control-Allow-Headers": headers,
                        "Access-Control-Max-Age": "600",
                    ])
            }
        }
    }

    @Test(arguments: paths)
    func `a preflight of no origin, of another one and of two is refused, and names none`(path: String) async throws {
        try await TestService().run { caller in
            for headers in [[:]] + Self.others.map({ ["Origin": $0] }) {
                expect(try await send(caller, .options, path, headers), .forbidden, Self.common, Self.json)
            }
            var twice = Caller.fields(["Origin": Self.origin])
            twice.append(HTTPField(name: .origin, value: "https://evil.example"))
            let refused = try await caller.client.executeRequest(uri: path, method: .options, headers: twice, body: nil)
            expect(refused, .forbidden, Self.common, Self.json)
        }
    }

    @Test(arguments: [Paths.scriptAttempts, Paths.scriptSignIn])
    func `a request of no origin, of another one and of two is refused and cannot be read`(path: String) async throws {
        try await TestService().run { caller in
            for headers in [[:]] + Self.others.map({ ["Origin": $0] }) {
                let refused = try await caller.post(path, #"{"client":"web"}"#, headers: headers)
                expect(refused, .forbidden, Self.common, Self.json)
                #expect(refused.errorCode == "script_origin_refused")
            }
            var twice = Caller.fields(["Origin": Self.origin, "Content-Type": "application/json"])
            twice.append(HTTPField(name: .origin, value: Self.origin))
            let refused = try await caller.client.executeRequest(uri: path, method: .post, headers: twice, body: nil)
            expect(refused, .forbidden, Self.common, Self.json)
        }
    }
}

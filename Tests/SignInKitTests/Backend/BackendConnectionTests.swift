import Foundation
import Testing

@testable import SignInKit

/// What the answers of a backend mean.
@Suite struct BackendConnectionTests {
    private let server = StandInService()

    private func connection() throws -> BackendConnection {
        try BackendConnection(
            try AppUnderTest.address("https://api.example.com/v1/"), fields: ["apikey": "public"], transport: server
        ) { try? JSONDecoder().decode([String: String].self, from: $0)["error_code"] }
    }

    @Test func `a request has the body as JSON, the token, the fields and the path below the address`() async throws {
        try await server.answer("POST /v1/token", ["id": "1"])
        let reply: [String: String] = try await connection().send(
            "POST", "token?grant_type=id_token", ["nonce": "n"], accessToken: Secret("t"))
        #expect(reply == ["id": "1"])
        let call = try #require(await server.calls.first)
        #expect(call.accessToken == "t" && call.fields == ["apikey": "public"])
        #expect(call.query == "grant_type=id_token")
        #expect(try JSONDecoder().decode([String: String].self, from: try #require(call.body)) == ["nonce": "n"])
    }

    @Test func `a request without a body sends none, and an empty answer is enough`() async throws {
        try await server.answer("DELETE /v1/account", [String]())
        try await connection().send("DELETE", "account")
        #expect(await server.calls.first?.body == nil)
    }

    @Test func `a path is appended to an address without a slash`() async throws {
        try await server.answer("POST /v1/token", ["id": "1"])
        let connection = try BackendConnection(
            try AppUnderTest.address("https://api.example.com/v1"), transport: server)
        try await connection.send("POST", "token")
        #expect(await server.calls.map(\.route) == ["POST /v1/token"])
    }

    @Test(arguments: [200, 204, 299])
    func `an answer of 200 to 299 is a success`(status: Int) async throws {
        await server.page("POST /v1/token", status: status)
        try await connection().send("POST", "token")
    }

    @Test(arguments: [400, 401, 403, 404, 407, 409, 422, 428, 430, 499])
    func `a refusal has the backend's code, or else its status`(status: Int) async throws {
        try await server.answer("POST /v1/token", ["error_code": "bad_nonce"], status: status)
        await server.page("POST /v1/other", status: status)
        let connection = try connection()
        await #expect(throws: SignInFailure.refused(code: "bad_nonce", requestID: "")) {
            try await connection.send("POST", "token")
        }
        await #expect(throws: SignInFailure.refused(code: "http_\(status)", requestID: "")) {
            try await connection.send("POST", "other")
        }
    }

    @Test func `by default, the code is the text that the body calls error`() async throws {
        try await server.answer("POST /a", ["error": "not_welcome"], status: 401)
        try await server.answer("POST /b", ["error": true], status: 401)
        let connection = try BackendConnection(
            try AppUnderTest.address("https://api.example.com"), transport: server)
        for (path, code) in [("a", "not_welcome"), ("b", "http_401")] {
            await #expect(throws: SignInFailure.refused(code: code, requestID: "")) {
                try await connection.send("POST", path)
            }
        }
    }

    @Test func `a code that ends a session is thrown as its end`() async throws {
        try await server.answer("POST /a", ["error": "session_ended"], status: 401)
        try await server.answer("POST /b", ["error": "gone"], status: 403)
        let address = try AppUnderTest.address("https://api.example.com")
        let usual = try BackendConnection(address, transport: server)
        await #expect(throws: SignInFailure.sessionEnded) { try await usual.send("POST", "a") }
        let other = try BackendConnection(address, transport: server, sessionEndedCodes: ["gone"])
        await #expect(throws: SignInFailure.sessionEnded) { try await other.send("POST", "/b") }
        await #expect(throws: SignInFailure.refused(code: "session_ended", requestID: "")) {
            try await other.send("POST", "a")
        }
    }

    @Test(arguments: ["No account for ada@example.com", "", "é", "a b", String(repeating: "a", count: 65)])
    func `a sentence of the server is no code`(text: String) async throws {
        try await server.answer("POST /a", ["error": text], status: 400)
        let connection = try BackendConnection(
            try AppUnderTest.address("https://api.example.com"), transport: server)
        await #expect(throws: SignInFailure.refused(code: "http_400", requestID: "")) {
            try await connection.send("POST", "a")
        }
    }

    @Test func `a body that cannot be encoded is no outage`() async throws {
        let connection = try connection()
        await #expect(throws: SignInFailure.refused(code: "body_not_encodable", requestID: "")) {
            try await connection.send("POST", "token", Double.nan)
        }
        #expect(await server.calls.isEmpty)
    }

    @Test(arguments: [300, 302, 399, 408, 429, 500, 502])
    func `another status is an outage`(status: Int) async throws {
        await server.page("POST /v1/token", status: status)
        let connection = try connection()
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await connection.send("POST", "token") }
    }

    @Test func `an outage says when to come back, if the backend does`() async throws {
        await server.page("POST /v1/token", status: 503)
        let connection = try connection()
        await #expect(throws: SignInFailure.unreachable(retryAfter: 7)) { try await connection.send("POST", "token") }
    }

    @Test func `no answer and an answer in another form are outages`() async throws {
        await server.page("POST /v1/token", status: 200)
        let connection = try connection()
        for path in ["token", "nowhere"] {
            await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) {
                try await connection.send("POST", path, as: [String: String].self)
            }
        }
    }

    @Test func `tokens are not sent to an address without TLS`() throws {
        let address = try AppUnderTest.address("http://api.example.com")
        #expect(throws: SignInFailure.addressRefused) { try BackendConnection(address) }
        _ = try BackendConnection(try AppUnderTest.address("http://127.0.0.1:8080"))
    }
}

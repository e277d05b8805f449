import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct TokenRouteTests {
    private static let code = "grant_type=authorization_code&code=unknown"

    @Test func `a code becomes tokens once, in a reply that nobody keeps`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let code = try await caller.code(try await caller.browser())
            let response = try await caller.exchange(code)
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "no-store" && response.headers[.pragma] == "no-cache")
            let tokens = try response.decoded(OAuthReply.self)
            #expect(tokens.tokenType == "Bearer" && tokens.accessToken != nil && tokens.idToken != nil)
            #expect(tokens.refreshToken?.hasPrefix("o1.") == true)
            let again = try await caller.exchange(code)
            #expect(again.status == .badRequest)
            #expect(try again.decoded(OAuthReply.self).error == "invalid_grant")
        }
    }

    @Test func `a refresh token becomes new tokens, here only`() async throws {
        try await TestService(openID: TestClients.all).run(.live) { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            let refreshToken = try #require(tokens.refreshToken)
            let native = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(refreshToken)","client":"dashboards"}"#)
            #expect(native.status == .unauthorized)
            let renewed = try await caller.form(
                Paths.oauthToken, "grant_type=refresh_token&refresh_token=\(refreshToken)", headers: Caller.basic())
            #expect(renewed.status == .ok)
            let metrics = try await caller.get(Paths.metrics).text
            #expect(metrics.contains(#"siwa_client_tokens_total{grant="authorization_code"} 1"#))
            #expect(metrics.contains(#"siwa_client_tokens_total{grant="refresh_token"} 1"#))
        }
    }

    @Test func `an error has the members of the standard, and explains itself at our page of codes`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.form(Paths.oauthToken, Self.code, headers: Caller.basic())
            #expect(response.status == .badRequest)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.cacheControl] == "no-store" && response.headers[.pragma] == "no-cache")
            let reply = try response.decoded(OAuthReply.self)
            #expect(reply.error == "invalid_grant")
            #expect(reply.explanation == "http://localhost:8080/errors#authorization_code_invalid")
            let description = try #require(reply.description)
            #expect(!description.isEmpty && description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            #expect(!description.contains("\"") && !description.contains("\\"))
        }
    }

    @Test func `a wrong secret is answered with the way in which the client authenticated`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let basic = try await caller.form(Paths.oauthToken, Self.code, headers: Caller.basic("wrong"))
            #expect(basic.status == .unauthorized)
            #expect(basic.headers[.wwwAuthenticate] == #"Basic realm="siwa""#)
            #expect(try basic.decoded(OAuthReply.self).error == "invalid_client")
            let post = try await caller.form(
                Paths.oauthToken, Self.code + "&client_id=dashboards&client_secret=wrong")
            #expect(post.status == .unauthorized && post.headers[.wwwAuthenticate] == nil)
            #expect(try post.decoded(OAuthReply.self).error == "invalid_client")
            let stranger = try await caller.form(Paths.oauthToken, Self.code + "&client_id=stranger")
            #expect(stranger.status == .unauthorized)
        }
    }

    @Test(arguments: [
        ("grant_type=password", "unsupported_grant_type"), ("code=x", "invalid_request"),
        ("grant_type=authorization_code&code=x&code=y", "invalid_request"), ("code=%zz", "invalid_request"),
    ])
    func `a request that is wrong in itself says how`(body: String, error: String) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.form(Paths.oauthToken, body, headers: Caller.basic())
            #expect(response.status == .badRequest)
            #expect(try response.decoded(OAuthReply.self).error == error)
        }
    }

    @Test func `refusals before the flow have the same form, with the status of HTTP`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let json = try await caller.post(Paths.oauthToken, "{}")
            #expect(json.status == .unsupportedMediaType)
            #expect(try json.decoded(OAuthReply.self).error == "invalid_request")
            let large = try await caller.form(Paths.oauthToken, String(repeating: "a", count: 16_385))
            #expect(large.status == .contentTooLarge)
            #expect(try large.decoded(OAuthReply.self).error == "invalid_request")
            let get = try await caller.get(Paths.oauthToken)
            #expect(get.status == .methodNotAllowed)
            #expect(get.headers[.allow]?.contains("POST") == true)
            #expect(try get.decoded(OAuthReply.self).error == "invalid_request")
        }
    }

    @Test func `an outage is no reason to throw a token away`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            service.database.outage = .unavailable
            let body = "grant_type=refresh_token&refresh_token=\(tokens.refreshToken ?? "")"
            let response = try await caller.form(Paths.oauthToken, body, headers: Caller.basic())
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.retryAfter] != nil)
            #expect(try response.decoded(OAuthReply.self).error == "temporarily_unavailable")
        }
    }

    @Test func `a client's budget is that of a backend`() async throws {
        let service = try TestService(requestsPerMinute: 1, openID: TestClients.all) {
            $0.backendRequestsPerMinute = 3
        }
        try await service.run { caller in
            for _ in 0..<3 {
                #expect(try await caller.form(Paths.oauthToken, Self.code).status == .unauthorized)
            }
            let response = try await caller.form(Paths.oauthToken, Self.code)
            #expect(response.status == .tooManyRequests && response.headers[.retryAfter] != nil)
            #expect(try response.decoded(OAuthReply.self).error == "temporarily_unavailable")
        }
    }

    @Test func `revoking ends the session, and an unknown token is no error`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            let unknown = try await caller.form(Paths.oauthRevoke, "token=unknown", headers: Caller.basic())
            #expect(unknown.status == .ok)
            let token = try #require(tokens.refreshToken)
            let revoked = try await caller.form(Paths.oauthRevoke, "token=\(token)", headers: Caller.basic())
            #expect(revoked.status == .ok && revoked.text.isEmpty)
            let claims = try await caller.get(
                Paths.oauthUserInfo, headers: ["Authorization": "Bearer \(tokens.accessToken ?? "")"])
            #expect(claims.status == .unauthorized)
        }
    }

    @Test func `only a client with a secret may introspect`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            let body = "token=\(tokens.accessToken ?? "")"
            let own = try await caller.form(Paths.oauthIntrospect, body, headers: Caller.basic())
            #expect(own.status == .ok && own.text.contains(#""active":true"#))
            let unknown = try await caller.form(Paths.oauthIntrospect, "token=x", headers: Caller.basic())
            #expect(unknown.text == #"{"active":false}"#)
            let open = try await caller.form(Paths.oauthIntrospect, body + "&client_id=notes")
            #expect((400...401).contains(open.status.code))
            #expect(try open.decoded(OAuthReply.self).error != nil)
        }
    }
}

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// Pages of clients call the token endpoint and its neighbours from their own origins.
@Suite struct CrossOriginTests {
    private static let listed = ["Origin": TestClients.origin]

    private func options(
        _ caller: Caller, _ path: String, _ headers: [String: String]
    ) async throws -> TestResponse {
        try await caller.client.executeRequest(
            uri: path, method: .options,
            headers: Caller.fields(headers.merging(["Access-Control-Request-Method": "POST"]) { $1 }), body: nil)
    }

    @Test(arguments: [Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke])
    func `a browser may ask first, from an origin on a client's list`(path: String) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await options(caller, path, Self.listed)
            #expect(response.status == .noContent)
            #expect(response.headers[.accessControlAllowOrigin] == TestClients.origin)
            #expect(response.headers[.accessControlAllowMethods] == "GET, POST")
            #expect(response.headers[.accessControlAllowHeaders] == "authorization, content-type")
            #expect(response.headers[.accessControlMaxAge] == "600")
            #expect(response.headers[.vary] == "Origin")
            #expect(response.headers[.accessControlAllowCredentials] == nil)
        }
    }

    @Test(arguments: ["https://evil.example", "null", "http://notes.example.com", "https://notes.example.com.evil"])
    func `no other origin is let in`(origin: String) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            for path in [Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke] {
                let asked = try await options(caller, path, ["Origin": origin])
                #expect(asked.status == .forbidden && asked.headers[.accessControlAllowOrigin] == nil)
                let sent = try await caller.form(path, "client_id=notes", headers: ["Origin": origin])
                #expect(sent.headers[.accessControlAllowOrigin] == nil)
                #expect(sent.headers[.vary] == "Origin")
            }
        }
    }

    @Test func `a page can read the reply, and what is wrong with its request`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let refused = [
                try await caller.form(
                    Paths.oauthToken, "grant_type=authorization_code&code=x&client_id=notes", headers: Self.listed),
                try await caller.post(Paths.oauthToken, "{}", headers: Self.listed),
                try await caller.get(Paths.oauthUserInfo, headers: Self.listed),
                try await caller.form(Paths.oauthRevoke, "token=x&client_id=notes", headers: Self.listed),
            ]
            for response in refused {
                #expect(response.headers[.accessControlAllowOrigin] == TestClients.origin)
                #expect(response.headers[.accessControlExposeHeaders] == "WWW-Authenticate")
                #expect(response.headers[.vary] == "Origin")
                #expect(response.headers[.crossOriginResourcePolicy] == "cross-origin")
                #expect(response.headers[.accessControlAllowCredentials] == nil)
            }
        }
    }

    @Test(arguments: [Paths.oauthToken, Paths.oauthRevoke])
    func `a page of one client cannot use another`(path: String) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let headers = Self.listed.merging(Caller.basic()) { $1 }
            let response = try await caller.form(
                path, "grant_type=authorization_code&code=x&token=x", headers: headers)
            #expect(response.status == .forbidden)
            #expect(
                try response.decoded(OAuthReply.self).explanation == "http://localhost:8080/errors#origin_not_allowed")
        }
    }

    @Test func `everything else keeps its own origin`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            for path in [Caller.authorize(), Paths.oauthContinue, Paths.oauthLogout, Paths.oauthIntrospect, "/"] {
                let response = try await caller.get(path, headers: Self.listed)
                #expect(response.headers[.accessControlAllowOrigin] == nil, "\(path)")
                #expect(response.headers[.crossOriginResourcePolicy] == "same-origin", "\(path)")
            }
            let introspected = try await caller.form(
                Paths.oauthIntrospect, "token=x", headers: Self.listed.merging(Caller.basic()) { $1 })
            #expect(introspected.headers[.accessControlAllowOrigin] == nil)
            #expect(try await options(caller, Paths.oauthAuthorize, Self.listed).status == .methodNotAllowed)
        }
    }
}

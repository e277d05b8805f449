import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct UserInfoRouteTests {
    @Test func `a client's access token opens the claims, by GET and POST`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            let headers = ["Authorization": "Bearer \(tokens.accessToken ?? "")"]
            let read = try await caller.get(Paths.oauthUserInfo, headers: headers)
            #expect(read.status == .ok && read.text.contains(#""sub":"#))
            #expect(read.text.contains("ann.canary@example.com"))
            #expect(read.headers[.cacheControl] == "no-store")
            let posted = try await caller.post(Paths.oauthUserInfo, "", type: nil, headers: headers)
            #expect(posted.text == read.text)
        }
    }

    @Test func `without a token the challenge names no error`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Paths.oauthUserInfo)
            #expect(response.status == .unauthorized)
            #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="siwa""#)
            let tokens = try await caller.tokens(try await caller.browser())
            let inBody = try await caller.form(Paths.oauthUserInfo, "access_token=\(tokens.accessToken ?? "")")
            #expect(inBody.status == .unauthorized, "a token outside of the header is not read")
            let inQuery = try await caller.get(Paths.oauthUserInfo + "?access_token=\(tokens.accessToken ?? "")")
            #expect(inQuery.status == .unauthorized)
        }
    }

    @Test func `a refused token is called invalid in the challenge`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let app = bearer(try await caller.signInNatively())
            for headers in [["Authorization": "Bearer invented"], app] {
                let response = try await caller.get(Paths.oauthUserInfo, headers: headers)
                #expect(response.status == .unauthorized)
                #expect(response.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
                #expect(try response.decoded(OAuthReply.self).error == "invalid_token")
            }
        }
    }

    @Test func `a client's access token opens nothing else`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let tokens = try await caller.tokens(try await caller.browser())
            let headers = ["Authorization": "Bearer \(tokens.accessToken ?? "")"]
            for path in [Paths.account, Paths.sessions, Paths.accountExport, Paths.sessionCheck] {
                #expect(try await caller.get(path, headers: headers).status == .unauthorized, "\(path)")
            }
        }
    }
}

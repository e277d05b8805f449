import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// Clients often tell nobody why they were refused, so the operator finds it in the log.
@Suite struct RefusalLogTests {
    /// The lines about refusals that the calls leave.
    private func refusals(_ calls: @escaping @Sendable (Caller) async throws -> Void) async throws -> [String] {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in try await calls(caller) }
        return service.log.all.filter { $0.contains("refused") }
    }

    @Test(
        arguments: [
            (["code_challenge_method": "plain", "code_challenge": "x"], "code_challenge_required"),
            (["scope": "email"], "scope_without_openid"), (["prompt": "none"], "login_required"),
            (["response_mode": "form_post", "scope": nil], "scope_without_openid"),
        ] as [([String: String?], String)])
    func `every refusal that the browser carries to the client is in the log with its client`(
        _ changes: [String: String?], _ code: String
    ) async throws {
        let lines = try await refusals { caller in
            _ = try await caller.get(Caller.authorize(changes), headers: [:])
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("info refused client_id=dashboards code=\(code) ") == true, "\(lines)")
        #expect(lines.first?.contains("request_id=") == true)
    }

    @Test func `a person who cancels at Apple leaves a line as well`() async throws {
        let lines = try await refusals { caller in
            let begun = try await caller.beginInBrowser(Caller.authorize())
            let form = FormFields.encode([("state", begun.state), ("error", "user_cancelled_authorize")])
            _ = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
        }
        #expect(lines.contains { $0.contains("client_id=dashboards code=access_denied") }, "\(lines)")
    }

    @Test func `a refused address is in the log with its client, shortened`() async throws {
        let long = "https://dashboards.example.com/" + String(repeating: "a", count: 400)
        let lines = try await refusals { caller in
            for address in [
                TestClients.dashboardsURI + "/?code=canary#canary", "https://ada:canary@dashboards.example.com/cb",
                "https://x.example/\r\n2026-11-26T00:00:00+0000 info siwa: [x] forged", "https://x.example/\"\\é",
                long, nil,
            ] {
                _ = try await caller.get(Caller.authorize(["redirect_uri": address]))
            }
        }
        let addresses = lines.map { line in
            line.split(separator: " ").first { $0.hasPrefix("redirect_uri=") }.map { String($0.dropFirst(13)) }
                ?? "absent"
        }
        #expect(
            addresses == [
                TestClients.dashboardsURI + "/?...", "https://...@dashboards.example.com/cb",
                "https://x.example/%0D%0A2026-11-26T00:00:00+0000%20info%20siwa:%20[x]%20forged",
                "https://x.example/%22%5C%C3%A9", long.prefix(200) + "...", "none",
            ])
        #expect(lines.allSatisfy { $0.contains("client_id=dashboards code=redirect_uri_refused") })
        #expect(lines.allSatisfy { !$0.contains("canary") })
    }

    @Test(
        arguments: [
            ("mailto:canary@example.com", "...@example.com"), ("https:ada:canary@host/cb", "...@host/cb"),
            ("https:/ada:canary@host//x", "...@host//x"), ("canary:canary@host", "...@host"),
            ("https://ada@x:canary@host/cb", "https://...@host/cb"),
            ("https://x.example/of/canary@example.com", "https://x.example/...@example.com"),
            ("https://x.example/of/canary%40example.com", "https://x.example/...%40example.com"),
            ("https://X-1.example:8443/canary/@ada", "https://X-1.example:8443/...@ada"),
            ("http://localhost:3000/canary/@ada", "http://localhost:3000/...@ada"),
            ("https://ada:canary/1@host.example/cb", "https://...@host.example/cb"),
            ("https://ada.x:canary/1@host.example/cb", "https://...@host.example/cb"),
            ("https://canary/1@host.example/cb", "https://...@host.example/cb"),
            ("https://ada.canary\\x/1@host.example/cb", "https://...@host.example/cb"),
            ("https://a.b:1:canary/1@host.example/cb", "https://...@host.example/cb"),
            ("https://ada;canary@host/cb", "https://...@host/cb"),
            ("https://x.example/cb;jsessionid=canary", "https://x.example/cb;..."),
            ("https://x.example/cb&code=canary", "https://x.example/cb&..."),
            ("https://x.example/code=canary", "https://x.example/code=..."),
            ("https://x.example/cb?\u{301}code=canary", "https://x.example/cb?..."),
            ("https://ada:canary@\u{301}host/cb", "https://...@%CC%81host/cb"),
        ] as [(String, String)])
    func `whoever is named before an at sign, and every parameter, stays out of the log`(
        address: String, logged: String
    ) async throws {
        let lines = try await refusals { caller in
            _ = try await caller.get(Caller.authorize(["redirect_uri": address]))
        }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains(" redirect_uri=\(logged) ") && !$0.contains("canary") }, "\(lines)")
    }

    @Test func `a refused address of a sign-out is in the log, too, also if only a hint names the client`()
        async throws
    {
        let lines = try await refusals { caller in
            let browser = try await caller.browser()
            let hint = try #require(try await caller.tokens(browser).idToken)
            for name in [("client_id", "dashboards"), ("id_token_hint", hint)] {
                let query = FormFields.encode([name, ("post_logout_redirect_uri", "https://other.example/bye")])
                _ = try await caller.get(Paths.oauthLogout + "?" + query, headers: browser)
            }
        }
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.contains("client_id=dashboards code=post_logout_redirect_uri_refused"))
            #expect(line.contains("post_logout_redirect_uri=https://other.example/bye"))
        }
    }

    @Test func `a wrong secret is in the log with its client, and never the secret`() async throws {
        let lines = try await refusals { caller in
            for path in [Paths.oauthToken, Paths.oauthRevoke, Paths.oauthIntrospect] {
                _ = try await caller.form(
                    path, "grant_type=refresh_token&refresh_token=x&token=x", headers: Caller.basic("canary"))
            }
        }
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.contains("client_id=dashboards code=client_secret_wrong") })
        #expect(lines.allSatisfy { !$0.contains("canary") })
    }

    @Test func `credentials that are refused before they are compared are in the log with their client`() async throws {
        let lines = try await refusals { caller in
            for path in [Paths.oauthToken, Paths.oauthRevoke, Paths.oauthIntrospect] {
                _ = try await caller.form(path, "token=x&client_secret=canary", headers: Caller.basic())
                _ = try await caller.form(path, "token=x&client_id=dashboards&client_assertion=canary")
            }
        }
        let codes = ["client_authentication_repeated", "client_authentication_unsupported"]
        #expect(lines.count == 6)
        for (number, line) in lines.enumerated() {
            #expect(line.contains("client_id=dashboards code=\(codes[number % 2]) ") && !line.contains("canary"))
        }
    }

    @Test func `a refused access token is in the log with the client that it was issued to`() async throws {
        let lines = try await refusals { caller in
            let token = try await caller.tokens(try await caller.browser()).accessToken ?? ""
            caller.service.clock.advance(3_600)
            for text in [token, token + "x"] {
                _ = try await caller.get(Paths.oauthUserInfo, headers: ["Authorization": "Bearer \(text)"])
            }
        }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("client_id=dashboards code=access_token_expired ") == true, "\(lines)")
        #expect(lines.last?.contains("client_id=") == false, "anybody can write a token with a client's name")
    }

    @Test(arguments: [Paths.oauthAuthorize, Paths.oauthLogout])
    func `a request that is too long is in the log with its client`(path: String) async throws {
        let lines = try await refusals { caller in
            let state = String(repeating: "s", count: 9_000)
            _ = try await caller.get(path + "?client_id=dashboards&state=" + state)
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("client_id=dashboards code=authorization_request_too_long ") == true)
    }

    @Test func `an unknown client_id is not in the log, because it could be anything`() async throws {
        let lines = try await refusals { caller in
            _ = try await caller.get(Caller.authorize(["client_id": "canary"]))
            _ = try await caller.form(Paths.oauthToken, "grant_type=refresh_token&refresh_token=x&client_id=canary")
        }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("code=oauth_client_unknown") && !$0.contains("canary") })
    }
}

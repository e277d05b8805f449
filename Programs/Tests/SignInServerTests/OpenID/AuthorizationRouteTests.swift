import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

@Suite struct AuthorizationRouteTests {
    @Test(
        arguments: [
            ["client_id": "stranger"], ["client_id": nil],
            ["redirect_uri": TestClients.dashboardsURI + "/"], ["redirect_uri": "https://evil.example/"],
            ["redirect_uri": nil],
        ] as [[String: String?]])
    func `a request whose sender is unknown ends on a page, never at an address`(
        changes: [String: String?]
    ) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Caller.authorize(changes), headers: try await caller.browser())
            #expect((400...499).contains(response.status.code))
            #expect(response.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(response.headers[.location] == nil)
            #expect(response.text.contains("This sign-in cannot begin"))
        }
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type"), (["response_type": nil], "invalid_request"),
            (["scope": "email"], "invalid_scope"), (["prompt": "none login"], "invalid_request"),
            (["request": "x"], "request_not_supported"),
        ] as [([String: String?], String)])
    func `every other fault is told to the client, with its state and our issuer`(
        changes: [String: String?], error: String
    ) async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Caller.authorize(changes))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location]?.hasPrefix(TestClients.dashboardsURI + "?") == true)
            let answer = response.answer
            #expect(answer["error"] == error)
            #expect(answer["state"] == "state & 1")
            #expect(answer["iss"] == "http://localhost:8080")
            #expect(answer["error_uri"]?.hasPrefix("http://localhost:8080/errors#") == true)
            #expect(answer["error_description"]?.isEmpty == false)
            #expect(answer["code"] == nil)
        }
    }

    @Test func `a parameter that occurs twice is told to the client as a fault of the request`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Caller.authorize() + "&scope=openid")
            #expect(response.answer["error"] == "invalid_request")
            let page = try await caller.get(Caller.authorize() + "&client_id=notes")
            #expect(page.status.code >= 400 && page.headers[.location] == nil)
            let malformed = try await caller.get(Caller.authorize() + "&x=%zz")
            #expect(malformed.status == .badRequest && malformed.text.contains("target_malformed"))
        }
    }

    @Test func `with a session the code comes at once, and the address stays secret`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Caller.authorize(), headers: try await caller.browser())
            #expect(response.status == .seeOther)
            #expect(response.answer["code"]?.utf8.count == 43)
            #expect(response.answer["state"] == "state & 1")
            #expect(response.answer["iss"] == "http://localhost:8080")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            #expect(response.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func `an access token is no session of this browser`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let app = bearer(try await caller.signInNatively())
            let path = Caller.authorize(["prompt": "none"])
            #expect(try await caller.get(path, headers: app).answer["error"] == "login_required")
            #expect(try await caller.get(path).answer["error"] == "login_required")
        }
    }

    @Test func `a session that is over leads to Apple`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            _ = try await caller.form(
                Paths.webSignOut, "", headers: browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            let response = try await caller.get(Caller.authorize(), headers: browser)
            #expect(response.headers[.location]?.hasPrefix("http://idp.localhost:9080/auth/authorize?") == true)
        }
    }

    @Test func `without a session the person signs in at Apple, and the client gets its code`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let first = try await caller.get(Caller.authorize(), headers: ["Sec-Fetch-Site": "cross-site"])
            let begun = try caller.begun(first)
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(done.status == .seeOther)
            let next = try #require(done.headers[.location])
            #expect(next.hasPrefix(Paths.oauthContinue + "?request="))
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let last = try await caller.get(next, headers: ["Cookie": session.name + "=" + session.value])
            #expect(last.headers[.location]?.hasPrefix(TestClients.dashboardsURI + "?code=") == true)
        }
    }

    @Test func `a request that leads to Apple stores nothing before Apple has answered`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let before = service.database.count
            let state = String(repeating: "s", count: 2_000)
            let response = try await caller.get(Caller.authorize(["state": state]))
            let begun = try caller.begun(response)
            #expect(service.database.count == before)
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let next = try #require(done.headers[.location])
            let last = try await caller.get(next, headers: ["Cookie": session.name + "=" + session.value])
            #expect(last.answer["code"] != nil && last.answer["state"] == state)
        }
    }

    @Test func `a request that no cookie can carry is refused at once, with a session and without`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let hint = String(repeating: "h", count: 900)
            let long = Caller.authorize(["state": String(repeating: "s", count: 2_000), "claims": hint])
            for headers in [[:], try await caller.browser()] {
                let response = try await caller.get(long, headers: headers)
                #expect(response.answer["error"] == "invalid_request")
                #expect(response.answer["error_uri"]?.hasSuffix("#authorization_request_too_long") == true)
            }
        }
    }

    @Test func `two tabs sign in to two clients, each with its own request`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let first = try caller.begun(try await caller.get(Caller.authorize(["state": "one"])))
            let second = try caller.begun(
                try await caller.get(Caller.authorize(["state": "two"]), headers: ["Cookie": first.cookie]))
            let cookies = first.cookie + "; " + second.cookie
            for (begun, state) in [(second, "two"), (first, "one")] {
                let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": cookies])
                let session = try #require(done.cookies.first { $0.name == "siwa-session" })
                let next = try #require(done.headers[.location])
                let last = try await caller.get(next, headers: ["Cookie": session.name + "=" + session.value])
                #expect(last.answer["state"] == state)
            }
        }
    }

    @Test func `if passwords are on, the page offers both ways, and may lead to the client`() async throws {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        try await TestService(openID: TestClients.all, policy: policy).run { caller in
            let response = try await caller.get(Caller.authorize())
            let location = try #require(response.headers[.location])
            let path = Paths.webPasswordSignIn + "?client=web&return_to=%2Foauth%2Fcontinue%3Frequest%3D"
            #expect(location.hasPrefix(path))
            let page = try await caller.get(location)
            #expect(page.hidden["return_to"]?.hasPrefix(Paths.oauthContinue + "?request=") == true)
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action") == false)
        }
    }

    @Test func `a sign-in with a password meets the request that it was for, and no session that begins later does`()
        async throws
    {
        let service = try TestService(openID: TestClients.all, policy: PasswordPeople.policy)
        try await PasswordPeople.add(to: service)
        try await service.run { caller in
            let asked = try await caller.get(Caller.authorize(["prompt": "login"]))
            let page = try await caller.get(try #require(asked.headers[.location]))
            let target = try #require(page.hidden["return_to"])
            service.clock.advance(1)
            let later = try await caller.browser()
            let unmet = try await caller.get(target, headers: later)
            #expect(unmet.headers[.location]?.hasPrefix(Paths.webPasswordSignIn) == true)
            let fields = [
                (name: "client", value: "web"), (name: "return_to", value: target),
                (name: "name", value: PasswordPeople.name), (name: "password", value: PasswordPeople.password),
            ]
            let own = later.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let done = try await caller.form(Paths.webPasswordSignIn, FormFields.encode(fields), headers: own)
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            service.clock.advance(1)
            let last = try await caller.get(
                try #require(done.headers[.location]), headers: ["Cookie": session.name + "=" + session.value])
            #expect(last.headers[.location]?.hasPrefix(TestClients.dashboardsURI + "?code=") == true)
        }
    }

    @Test func `an ID token that was posted gets into no address, and still names the account`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let hint = try #require(try await caller.tokens(browser).idToken)
            let query =
                String(Caller.authorize().dropFirst(Paths.oauthAuthorize.count + 1)) + "&login_hint=ada"
                + "&id_token_hint=" + hint
            let posted = try await caller.form(Paths.oauthAuthorize, query, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(posted.status == .ok && posted.headers[.location] == nil)
            #expect(posted.hidden["id_token_hint"] == hint && posted.hidden["login_hint"] == nil)
            let again = FormFields.encode(posted.hidden.map { ($0.key, $0.value) })
            let forged = try await caller.form(
                Paths.oauthAuthorize, again, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(forged.status == .forbidden)

            // Nobody is signed in, so the request waits, and the browser carries it.
            let own = ["Sec-Fetch-Site": "same-origin"]
            let waiting = try await caller.form(Paths.oauthAuthorize, again, headers: own)
            let secrets = caller.service.environment.secrets
            let asked = try await AuthorizationRequests(caller.service.environment).begin(
                OAuthParameters(posted.hidden.map { ($0.key, $0.value) }), session: nil)
            guard case .signIn(_, let path) = asked else {
                Issue.record("no sign-in: \(asked)")
                return
            }
            let pending = try #require(
                AuthorizationRequests.request(inReturnPath: path).flatMap { PendingAuthorization(text: $0, secrets) })
            #expect(pending.parameters["id_token_hint"] == nil)
            #expect(pending.subject != nil)

            // Another person signs in for the request: the client expects the first one.
            let begun = try caller.begun(waiting, person: .ben)
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let other = ["Cookie": session.name + "=" + session.value]
            let refused = try await caller.get(try #require(done.headers[.location]), headers: other)
            #expect(refused.answer["error"] == "login_required" && refused.answer["code"] == nil)
            // A session that did not begin with a sign-in for the request leads to one.
            let sentToApple = try await caller.get(path, headers: other)
            #expect(sentToApple.answer["client_id"] == "com.example.web" && sentToApple.answer["code"] == nil)
            let right = try await caller.get(path, headers: browser)
            #expect(right.headers[.location]?.contains("code=") == true)
        }
    }

    @Test func `a post without a token is repeated as GET, because it carries no Lax cookie`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let path = Caller.authorize()
            let query = String(path.dropFirst(Paths.oauthAuthorize.count + 1))
            let response = try await caller.form(
                Paths.oauthAuthorize, query + "&login_hint=ada", headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == path)
        }
    }

    @Test func `a query beyond 8 KiB is refused on a page`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let path = Caller.authorize() + "&x=" + String(repeating: "a", count: 8_192)
            let response = try await caller.get(path)
            #expect(response.status == .badRequest)
            #expect(response.text.contains("authorization_request_too_long"))
        }
    }

    @Test func `form_post is a page that submits itself, allowed by hash, and tells nobody its address`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(
                Caller.authorize(["response_mode": "form_post"]), headers: try await caller.browser())
            #expect(response.status == .ok)
            #expect(response.text.contains(#"<form method="post" action="\#(TestClients.dashboardsURI)">"#))
            #expect(Set(response.hidden.keys) == ["code", "state", "iss"])
            #expect(response.hidden["state"] == "state & 1")
            #expect(response.text.contains(#"value="state &amp; 1""#))
            #expect(response.text.contains(#"<button type="submit" class="button">Continue</button>"#))
            let policy = try #require(response.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
            #expect(!policy.contains("form-action") && policy.contains("frame-ancestors 'none'"))
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `a fault of ours offers to send the same request again`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let browser = try await caller.browser()
            service.database.outage = .unavailable
            let response = try await caller.get(Caller.authorize(), headers: browser)
            #expect(response.status == .serviceUnavailable)
            #expect(response.text.contains(#"href="/oauth/authorize?client_id=dashboards&amp;"#))
        }
    }
}

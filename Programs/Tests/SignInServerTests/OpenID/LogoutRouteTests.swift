import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct LogoutRouteTests {
    private static func path(_ fields: [(name: String, value: String)]) -> String {
        Paths.oauthLogout + "?" + FormFields.encode(fields)
    }

    private static func isSignedIn(_ caller: Caller, _ browser: [String: String]) async throws -> Bool {
        try await caller.get(Paths.account, headers: browser).status == .ok
    }

    @Test func `any site can send a browser here, so a page asks first`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let fields = [(name: "client_id", value: "dashboards"), (name: "state", value: "a\"<b>")]
            let page = try await caller.get(Self.path(fields), headers: browser)
            #expect(page.status == .ok && page.text.contains("Do you want to sign out?"))
            #expect(page.text.contains("Dashboards asks you to sign out here."))
            #expect(page.text.contains(#"action="/oauth/logout/confirm""#))
            #expect(page.hidden["client_id"] == "dashboards" && !page.text.contains("<b>"))
            #expect(page.cookies.isEmpty)
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action") == false)
            #expect(try await Self.isSignedIn(caller, browser))
        }
    }

    @Test func `the answer counts from our own page only`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let foreign = try await caller.form(
                Paths.oauthLogoutConfirm, "client_id=dashboards",
                headers: browser.merging(["Sec-Fetch-Site": "cross-site"]) { $1 })
            #expect(foreign.status == .forbidden)
            #expect(try await Self.isSignedIn(caller, browser))
            let own = try await caller.form(
                Paths.oauthLogoutConfirm, "client_id=dashboards",
                headers: browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(own.status == .ok && own.text.contains("You are signed out"))
            #expect(own.cookies.first { $0.name == "siwa-session" }?.attributes["max-age"] == "0")
            #expect(try await Self.isSignedIn(caller, browser) == false)
        }
    }

    @Test func `the person's click leads back to the client, to its registered address`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let fields = [
                (name: "client_id", value: "dashboards"), (name: "state", value: "s & 1"),
                (name: "post_logout_redirect_uri", value: TestClients.farewellURI),
            ]
            let asked = try await caller.get(Self.path(fields), headers: browser)
            #expect(asked.status == .ok && asked.headers[.location] == nil)
            let form = FormFields.encode(asked.hidden.map { ($0.key, $0.value) })
            let own = browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let done = try await caller.form(Paths.oauthLogoutConfirm, form, headers: own)
            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == TestClients.farewellURI + "?state=s%20%26%201")
            #expect(try await Self.isSignedIn(caller, browser) == false)

            let nobody = try await caller.get(Self.path(fields))
            #expect(nobody.status == .ok && nobody.headers[.location] == nil)
            let registered = TestClients.farewellURI + "?state=s%20%26%201"
            #expect(nobody.text.contains("href=\"\(registered)\">Back to Dashboards</a>"))
            let homeless = try await caller.get(Self.path([("client_id", "dashboards")]))
            #expect(homeless.text.contains("href=\"https://dashboards.example.com\">Back to Dashboards</a>"))
        }
    }

    @Test func `the ID token of this session saves the question, and names where to go`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let hint = try #require(try await caller.tokens(browser).idToken)
            let response = try await caller.get(
                Self.path([
                    ("id_token_hint", hint), ("post_logout_redirect_uri", TestClients.farewellURI), ("state", "s & 1"),
                ]), headers: browser)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == TestClients.farewellURI + "?state=s%20%26%201")
            #expect(response.cookies.first { $0.name == "siwa-session" }?.attributes["max-age"] == "0")
            #expect(try await Self.isSignedIn(caller, browser) == false)
        }
    }

    @Test func `an address that is not the client's ends on a page, and signs nobody out`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let hint = try #require(try await caller.tokens(browser).idToken)
            let response = try await caller.get(
                Self.path([("id_token_hint", hint), ("post_logout_redirect_uri", "https://evil.example/")]),
                headers: browser)
            #expect(response.status == .badRequest && response.headers[.location] == nil)
            #expect(response.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(try await Self.isSignedIn(caller, browser))
        }
    }

    /// An ID token holds name and address, and an address is kept in histories and logs.
    @Test func `an ID token that was posted never gets into an address`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let hint = try #require(try await caller.tokens(browser).idToken)
            let fields = FormFields.encode([
                ("id_token_hint", hint), ("post_logout_redirect_uri", TestClients.farewellURI), ("state", "s & 1"),
                ("logout_hint", "ada@example.com"),
            ])
            let posted = try await caller.form(Paths.oauthLogout, fields, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(posted.status == .ok && posted.headers[.location] == nil && posted.cookies.isEmpty)
            #expect(posted.text.contains(#"action="/oauth/logout""#) && posted.hidden["id_token_hint"] == hint)
            #expect(!posted.text.contains("ada@example.com"))

            let again = FormFields.encode(posted.hidden.map { ($0.key, $0.value) })
            let forged = try await caller.form(
                Paths.oauthLogout, again, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(forged.status == .forbidden && forged.cookies.isEmpty)
            #expect(try await Self.isSignedIn(caller, browser))

            let own = try await caller.form(
                Paths.oauthLogout, again, headers: browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(own.status == .seeOther)
            #expect(own.headers[.location] == TestClients.farewellURI + "?state=s%20%26%201")
            #expect(try await Self.isSignedIn(caller, browser) == false)
        }
    }

    @Test func `a post without a token is repeated as GET, because it carries no Lax cookie`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let path = Self.path([("client_id", "dashboards"), ("state", "s & 1")])
            let response = try await caller.form(
                Paths.oauthLogout, String(path.dropFirst(Paths.oauthLogout.count + 1)) + "&logout_hint=ada",
                headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(response.status == .seeOther && response.headers[.location] == path)
        }
    }

    @Test func `without a session there is nothing to ask`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Paths.oauthLogout)
            #expect(response.status == .ok && response.text.contains("You are signed out"))
        }
    }
}

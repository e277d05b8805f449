import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// What a person's answer, or its absence, tells the client.
@Suite struct AuthorizationAnswerTests {
    private static func body(_ page: TestResponse, _ answer: String) -> String {
        FormFields.encode([("request", page.hidden["request"] ?? ""), ("answer", answer)])
    }

    private static func own(_ browser: [String: String]) -> [String: String] {
        browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
    }

    @Test func `the consent page says what the client wants, and may lead to the client`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let page = try await caller.get(
                Caller.authorizeNotes(), headers: try await caller.browser(user: CallbackRouteTests.user))
            #expect(page.status == .ok)
            #expect(page.text.contains("Notes &amp; &lt;More&gt; wants to know:"))
            #expect(page.text.contains("<li>your name</li>") && page.text.contains("<li>your email address</li>"))
            #expect(page.text.contains("ann.canary<wbr>@example.com"))
            #expect(page.text.contains("Allow") && page.text.contains("Not now"))
            #expect(!page.text.contains("<More>") && !page.text.contains("<script"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action") == false)
            #expect(page.headers[.referrerPolicy] == "same-origin", "the post needs an origin")
        }
    }

    @Test func `"allow" gives a code once and without a question the next time, "deny" gives none`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let page = try await caller.get(Caller.authorizeNotes(), headers: browser)
            let denied = try await caller.form(
                Paths.oauthContinue, Self.body(page, "deny"), headers: Self.own(browser))
            #expect(denied.headers[.location]?.hasPrefix(TestClients.notesURI + "?") == true)
            #expect(denied.answer["error"] == "access_denied" && denied.answer["state"] == "state-2")
            let allowed = try await caller.form(
                Paths.oauthContinue, Self.body(page, "allow"), headers: Self.own(browser))
            #expect(allowed.answer["code"] != nil && allowed.answer["iss"] == "http://localhost:8080")
            #expect(try await caller.get(Caller.authorizeNotes(), headers: browser).answer["code"] != nil)
        }
    }

    @Test func `only a page of ours can answer for the person`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let page = try await caller.get(Caller.authorizeNotes(), headers: browser)
            let body = Self.body(page, "allow")
            let foreign = browser.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            let response = try await caller.form(Paths.oauthContinue, body, headers: foreign)
            #expect(response.status == .forbidden && response.text.contains("cross_site_request"))
            let unclear = try await caller.form(
                Paths.oauthContinue, Self.body(page, "perhaps"), headers: Self.own(browser))
            #expect(unclear.status == .badRequest)
        }
    }

    @Test func `a page names the app before a code goes to a private scheme`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let first = try await caller.get(Caller.authorizeNotes(), headers: browser)
            _ = try await caller.form(Paths.oauthContinue, Self.body(first, "allow"), headers: Self.own(browser))
            let app = Caller.authorizeNotes(["redirect_uri": "com.example.notes:/callback"])
            let page = try await caller.get(app, headers: browser)
            #expect(page.text.contains("Continue to Notes &amp; &lt;More&gt;?"))
            #expect(page.text.contains(#"<a href="https://notes.example.com/?a=1&amp;b=2">"#))
            #expect(page.text.contains("ann.canary<wbr>@example.com"))
            let done = try await caller.form(
                Paths.oauthContinue, Self.body(page, "allow"), headers: Self.own(browser))
            #expect(done.headers[.location]?.hasPrefix("com.example.notes:/callback?code=") == true)
        }
    }

    @Test func `a request that we did not sign, or that is too old, ends on a page`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let browser = try await caller.browser()
            let invented = try await caller.get(Paths.oauthContinue + "?request=e30.AAAA", headers: browser)
            #expect(invented.status == .gone && invented.text.contains("This sign-in has ended"))
            #expect(try await caller.get(Paths.oauthContinue, headers: browser).status == .gone)
            let page = try await caller.get(Caller.authorizeNotes(), headers: browser)
            service.clock.advance(1_860)
            let late = try await caller.form(
                Paths.oauthContinue, Self.body(page, "allow"), headers: Self.own(browser))
            #expect(late.status == .gone && late.headers[.location] == nil)
        }
    }

    @Test func `cancelling at Apple is told to the client that waits`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let begun = try caller.begun(try await caller.get(Caller.authorize()))
            let form = "state=\(begun.state)&error=user_cancelled_authorize"
            let response = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .seeOther)
            #expect(response.answer["error"] == "access_denied" && response.answer["state"] == "state & 1")
            let removed = try #require(response.cookies.first { begun.cookie.hasPrefix($0.name) })
            #expect(removed.attributes["max-age"] == "0")
        }
    }

    @Test func `a person whose account is disabled is sent back to the client without a code`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let account = try await caller.signInNatively().account.id
            let key = try await key(service, .accountsWrite)
            let disabled = try await caller.post(
                Paths.backendDisable, #"{"account":"\#(account)"}"#, headers: key)
            #expect(disabled.status == .noContent)
            let begun = try caller.begun(try await caller.get(Caller.authorize()))
            let response = try await caller.form(
                Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .seeOther)
            #expect(response.answer["error"] == "access_denied")
            #expect(response.answer["error_description"]?.hasPrefix("This account cannot be used here.") == true)
            #expect(response.cookies.contains { begun.cookie.hasPrefix($0.name) && $0.attributes["max-age"] == "0" })
            #expect(!response.cookies.contains { $0.name == "siwa-session" })
        }
    }

    @Test func `a sign-in that no client waits for still ends on its page`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let begun = try await caller.beginInBrowser()
            let form = "state=\(begun.state)&error=user_cancelled_authorize"
            let response = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .ok && response.text.contains("Sign-in cancelled"))
        }
    }
}

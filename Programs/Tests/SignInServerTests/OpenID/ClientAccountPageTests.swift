import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

/// What a person sees of OpenID clients on the account page.
@Suite struct ClientAccountPageTests {
    private static func own(_ browser: [String: String]) -> [String: String] {
        browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
    }

    @Test func `a client's session is listed by the client's name, and ends like any other`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let tokens = try await caller.tokens(browser)
            let list = try await caller.get(Paths.sessions, headers: browser).decoded(SessionsReply.self)
            let session = try #require(list.sessions.first { $0.platform == "openid" })
            #expect(session.client == "dashboards" && !session.isCurrent)
            let page = try await caller.get(Paths.webAccount, headers: browser)
            #expect(page.text.contains("<strong>From Dashboards</strong>"))
            let ended = try await caller.form(
                Paths.webAccountEndSession, "session=\(session.id)", headers: Self.own(browser))
            #expect(ended.status == .seeOther)
            let claims = try await caller.get(
                Paths.oauthUserInfo, headers: ["Authorization": "Bearer \(tokens.accessToken ?? "")"])
            #expect(claims.status == .unauthorized)
            #expect(try await caller.get(Paths.account, headers: browser).status == .ok, "the browser's session stays")
        }
    }

    @Test func `a consent is listed, and after its withdrawal the client has to ask again`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            #expect(try await caller.get(Paths.webAccount, headers: browser).text.contains("What you allowed") == false)
            let asked = try await caller.get(Caller.authorizeNotes(), headers: browser)
            let answer = FormFields.encode([("request", asked.hidden["request"] ?? ""), ("answer", "allow")])
            _ = try await caller.form(Paths.oauthContinue, answer, headers: Self.own(browser))
            let page = try await caller.get(Paths.webAccount, headers: browser)
            #expect(page.text.contains("What you allowed"))
            #expect(page.text.contains("<strong>Notes &amp; &lt;More&gt; may know your name, your email"))
            #expect(page.text.contains(#"action="/web/account/consents/withdraw""#))
            let foreign = try await caller.form(Paths.webAccountConsentWithdraw, "client=notes", headers: browser)
            #expect(foreign.status == .forbidden)
            let withdrawn = try await caller.form(
                Paths.webAccountConsentWithdraw, "client=notes", headers: Self.own(browser))
            #expect(withdrawn.status == .seeOther && withdrawn.headers[.location] == Paths.webAccount)
            #expect(try await caller.get(Paths.webAccount, headers: browser).text.contains("What you allowed") == false)
            #expect(try await caller.get(Caller.authorizeNotes(), headers: browser).status == .ok)
        }
    }
}

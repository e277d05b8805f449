import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// A sign-out ends this browser only. The programs that stay signed in (`offline_access`) are named, and can be ended.
@Suite struct SignOutPageTests {
    private static func own(_ headers: [String: String]) -> [String: String] {
        headers.merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
    }

    /// Signs in to the Android app from a browser, and returns its tokens.
    private func signInToApp(_ caller: Caller, _ browser: [String: String]) async throws -> OAuthReply {
        let asked = try await caller.get(
            Caller.authorizeNotes([
                "client_id": "android", "redirect_uri": "http://localhost:8080/oauth/app",
                "scope": "openid offline_access",
            ]), headers: browser)
        let answer = FormFields.encode([("request", asked.hidden["request"] ?? ""), ("answer", "allow")])
        let done = try await caller.form(Paths.oauthContinue, answer, headers: Self.own(browser))
        let fields: [(name: String, value: String)] = [
            ("grant_type", "authorization_code"), ("client_id", "android"), ("code", done.answer["code"] ?? ""),
            ("code_verifier", TestClients.verifier),
        ]
        let tokens = try await caller.form(Paths.oauthToken, FormFields.encode(fields))
        #expect(tokens.status == .ok)
        return try tokens.decoded(OAuthReply.self)
    }

    private func isSignedIn(_ caller: Caller, _ tokens: OAuthReply) async throws -> Bool {
        let headers = ["Authorization": "Bearer \(tokens.accessToken ?? "")"]
        return try await caller.get(Paths.oauthUserInfo, headers: headers).status == .ok
    }

    @Test func `the page names the programs that stay signed in, and ends them when asked`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            let tokens = try await signInToApp(caller, browser)
            let page = try await caller.form(Paths.webSignOut, "", headers: Self.own(browser))
            #expect(page.status == .ok && page.text.contains("You are signed out"))
            #expect(page.text.contains("<li>Notes for Android</li>"))
            #expect(page.text.contains(#"action="\#(Paths.webSignOutClients)""#))
            #expect(page.cookies.first { $0.name == "siwa-session" }?.attributes["max-age"] == "0")
            #expect(try await isSignedIn(caller, tokens), "nobody asked for more")
            let form = FormFields.encode(page.hidden.map { ($0.key, $0.value) })
            let foreign = try await caller.form(
                Paths.webSignOutClients, form, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden)
            #expect(try await isSignedIn(caller, tokens))
            let own = ["Sec-Fetch-Site": "same-origin"]
            let ended = try await caller.form(Paths.webSignOutClients, form, headers: own)
            #expect(ended.status == .ok && !ended.text.contains("<li>Notes for Android</li>"))
            #expect(try await !isSignedIn(caller, tokens))
            let again = try await caller.form(Paths.webSignOutClients, form, headers: own)
            #expect(again.status == .ok)
        }
    }

    @Test func `without such programs a sign-out leads to the start page, as ever`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            _ = try await caller.tokens(browser)
            let response = try await caller.form(Paths.webSignOut, "", headers: Self.own(browser))
            #expect(response.status == .seeOther && response.headers[.location] == "/")
        }
    }

    @Test func `a sign-out that a client asked for names them too`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let browser = try await caller.browser()
            _ = try await signInToApp(caller, browser)
            let page = try await caller.form(
                Paths.oauthLogoutConfirm, "client_id=dashboards", headers: Self.own(browser))
            #expect(page.text.contains("<li>Notes for Android</li>"))
        }
    }

    @Test func `only the browser that signed out can end them, and only within minutes`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let browser = try await caller.browser()
            let tokens = try await signInToApp(caller, browser)
            let own = ["Sec-Fetch-Site": "same-origin"]
            let cookie = browser["Cookie"]?.split(separator: "=").last ?? ""
            for bad in ["", "session=", "session=x", "session=\(cookie)"] {
                let refused = try await caller.form(Paths.webSignOutClients, bad, headers: own)
                #expect(refused.status == .badRequest, "\(bad)")
            }
            let page = try await caller.form(Paths.webSignOut, "", headers: Self.own(browser))
            let form = FormFields.encode(page.hidden.map { ($0.key, $0.value) })
            service.clock.advance(601)
            let late = try await caller.form(Paths.webSignOutClients, form, headers: own)
            #expect(late.headers[.location] == Paths.webAccount)
            let reply = try await caller.form(
                Paths.oauthToken,
                FormFields.encode([
                    ("grant_type", "refresh_token"), ("client_id", "android"),
                    ("refresh_token", tokens.refreshToken ?? ""),
                ]))
            #expect(reply.status == .ok)
        }
    }
}

import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// An app opens our pages in its web view, as the person who is signed in there.
@Suite struct SessionHandOffTests {
    /// What a web view sends with a request of its app.
    private static let webView = ["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Origin": "null"]

    private func ask(
        _ caller: Caller, _ app: SessionReply, page: String = "account", token: String? = nil,
        headers: [String: String]? = nil
    ) async throws -> TestResponse {
        let body = #"{"refresh_token":"\#(token ?? app.refreshToken)","page":"\#(page)"}"#
        return try await caller.post(Paths.sessionHandOff, body, headers: headers ?? bearer(app))
    }

    private func code(_ caller: Caller, _ app: SessionReply, page: String = "account") async throws -> String {
        try await ask(caller, app, page: page).decoded(SessionHandOffReply.self).code
    }

    private func open(
        _ caller: Caller, _ code: String, headers: [String: String] = Self.webView
    ) async throws -> TestResponse {
        try await caller.form(Paths.webHandOff, "code=\(code)", headers: headers)
    }

    /// The cookie of a web view that has opened the account page.
    private func cookie(_ caller: Caller, _ app: SessionReply) async throws -> [String: String] {
        let opened = try await open(caller, try await code(caller, app))
        let session = try #require(opened.cookies.first { $0.name == "siwa-session" })
        return ["Cookie": session.name + "=" + session.value]
    }

    private func renewed(_ caller: Caller, _ app: SessionReply) async throws -> SessionReply {
        let body = #"{"refresh_token":"\#(app.refreshToken)","client":"app"}"#
        return try await caller.post(Paths.sessionRefresh, body).decoded(SessionReply.self)
    }

    @Test(arguments: [
        ("account", Paths.webAccount), ("link", Paths.webAccountLink), ("password", Paths.webAccountPassword),
        ("deletion", Paths.webAccountDelete),
    ])
    func `a code opens the page for which it was issued`(page: String, path: String) async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively(name: "Ada")
            let opened = try await open(caller, try await code(caller, app, page: page))
            #expect(opened.status == .seeOther && opened.headers[.location] == path)
            #expect(opened.cookies.map(\.name) == ["siwa-session"])
        }
    }

    @Test func `the web view shows the account of the app's session, and no second session begins`() async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively(name: "Ada")
            let page = try await caller.get(Paths.webAccount, headers: cookie(caller, app))
            #expect(page.status == .ok && page.text.contains("Ada"))
            let sessions = try await caller.get(Paths.sessions, headers: bearer(app)).decoded(SessionsReply.self)
            #expect(sessions.sessions.map(\.isCurrent) == [true])
        }
    }

    @Test func `a code is used once, within a minute`() async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively()
            let (first, second) = (try await code(caller, app), try await code(caller, app))
            caller.service.clock.advance(59)
            #expect(try await open(caller, first).status == .seeOther)
            caller.service.clock.advance(1)
            for used in [first, second, "made-up"] {
                let refused = try await open(caller, used)
                #expect(refused.status == .gone && refused.text.contains("hand_off_code_invalid"))
                #expect(refused.text.contains("Go back to the app") && refused.cookies.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site", "Origin": "null"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "same-origin"], ["Origin": "https://evil.example"], ["Origin": "http://localhost:8080"],
    ])
    func `a page that posts a code signs nobody in, and does not use it up`(headers: [String: String]) async throws {
        try await TestService().run { caller in
            let code = try await code(caller, try await caller.signInNatively())
            let refused = try await open(caller, code, headers: headers)
            #expect(refused.status == .forbidden && refused.text.contains("cross_site_request"))
            #expect(refused.cookies.isEmpty)
            #expect(try await open(caller, code).status == .seeOther)
            #expect(try await open(caller, code, headers: [:]).status == .gone)
        }
    }

    @Test func `only the app that holds the newest tokens gets a code, and a refusal ends nothing`() async throws {
        try await TestService().run { caller in
            let first = try await caller.signInNatively()
            let other = try await caller.signInNatively()
            let second = try await renewed(caller, first)
            let third = try await renewed(caller, second)
            for wrong in [first.refreshToken, other.refreshToken, third.accessToken, "made-up"] {
                let refused = try await ask(caller, third, token: wrong)
                #expect(refused.status == .unauthorized && refused.errorCode == "refresh_token_invalid")
            }
            for right in [second.refreshToken, third.refreshToken] {
                #expect(try await ask(caller, third, token: right).status == .ok)
            }
            _ = try await renewed(caller, third)
        }
    }

    @Test func `a browser has no session to hand over`() async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively()
            let browser = try await caller.browser().merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let refused = try await ask(caller, app, headers: browser)
            #expect(refused.status == .badRequest && refused.errorCode == "client_wrong_kind")
        }
    }

    @Test(arguments: ["", "Account", "/web/account", "https://evil.example"])
    func `a page that is none of ours is refused`(page: String) async throws {
        try await TestService().run { caller in
            let refused = try await ask(caller, try await caller.signInNatively(), page: page)
            #expect(refused.errorCode == "field_invalid")
        }
    }

    @Test func `the session ends for both, and a code of an ended session opens nothing`() async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively()
            let (view, late) = (try await cookie(caller, app), try await code(caller, app))
            #expect(try await caller.post(Paths.sessionEnd, "", type: nil, headers: bearer(app)).status == .noContent)
            #expect(try await caller.get(Paths.webAccount, headers: view).status == .seeOther)
            let refused = try await open(caller, late)
            #expect(refused.status == .unauthorized && refused.cookies.isEmpty)
            let next = try await caller.signInNatively()
            let own = try await cookie(caller, next).merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            #expect(try await caller.form(Paths.webSignOut, "", headers: own).status.code < 400)
            let account = try await caller.get(Paths.account, headers: bearer(next))
            #expect(account.errorCode == "session_ended")
        }
    }

    @Test(arguments: [
        Person(),
        Person(subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com"),
    ])
    func `whoever signs in again in the web view does not sign the app out`(person: Person) async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively()
            let view = try #require(try await cookie(caller, app)["Cookie"])
            let begun = try await caller.beginInBrowser(person: person)
            let done = try await caller.form(
                Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie + "; " + view])
            #expect(done.cookies.contains { $0.name == "siwa-session" && !view.hasSuffix($0.value) })
            #expect(try await caller.get(Paths.account, headers: bearer(app)).status == .ok)
        }
    }

    @Test func `the session that the browser began itself ends, if it is of the same account`() async throws {
        try await TestService().run { caller in
            let app = try await caller.signInNatively()
            let own = try await caller.browser()
            let ben = Person(
                subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")
            let other = try await caller.browser(ben)
            for browser in [own, other] {
                let headers = Self.webView.merging(browser) { $1 }
                let opened = try await open(caller, try await code(caller, app), headers: headers)
                #expect(opened.status == .seeOther)
            }
            #expect(try await caller.get(Paths.webAccount, headers: own).status == .seeOther)
            #expect(try await caller.get(Paths.webAccount, headers: other).status == .ok)
            let sessions = try await caller.get(Paths.sessions, headers: bearer(app)).decoded(SessionsReply.self)
            #expect(sessions.sessions.map(\.isCurrent) == [true])
        }
    }

    @Test func `a browser that gets the session of one app does not end that of another`() async throws {
        try await TestService().run { caller in
            let (first, second) = (try await caller.signInNatively(), try await caller.signInNatively())
            let view = try await cookie(caller, first)
            for app in [first, second] {
                let headers = Self.webView.merging(view) { $1 }
                let opened = try await open(caller, try await code(caller, app), headers: headers)
                #expect(opened.status == .seeOther)
            }
            for app in [first, second] {
                #expect(try await caller.get(Paths.account, headers: bearer(app)).status == .ok)
            }
        }
    }

    @Test func `a hand-off makes no sign-in recent`() async throws {
        try await TestService().run { caller in
            let signedIn = try await caller.signInNatively()
            caller.service.clock.advance(601)
            let app = try await renewed(caller, signedIn)
            let view = try await cookie(caller, app).merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            let refused = try await caller.form(Paths.webAccountDelete, "", headers: view)
            #expect(refused.status == .forbidden && refused.text.contains("fresh_sign_in_required"))
        }
    }
}

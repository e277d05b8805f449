import Crypto
import Foundation
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct SignInPagesTests {
    @Test func `lets a browser without scripts walk from account to form post`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller, ["state": #"a&b"<c>'"#])
            #expect(browser.reply.header("Set-Cookie")?.hasSuffix("; Path=/auth; HttpOnly; SameSite=Lax") == true)
            try await browser.submit("account", [("person", "maya")])
            #expect(browser.reply.text.contains("maya-password"))
            try await browser.submit("password", [("password", "maya-password")])
            try await browser.submit("code", [("code", browser.shownCode)])
            #expect(browser.reply.text.contains("Create an account with com.example.web?"))
            // On a phone the address breaks before its domain. Nothing stands between the choice and the button.
            let consent = browser.reply.text
            #expect(consent.contains("<wbr>@privaterelay.appleid.com"))
            let below = consent.components(separatedBy: "</form>").last
            #expect(below?.contains("it does not track what you do in apps") == true)
            try await browser.submit(
                "consent",
                [("first_name", #"<img src=x onerror="1">"#), ("last_name", "O'N"), ("email_choice", "hide")])
            let page = browser.reply
            #expect(page.status == 200)
            #expect(page.text.contains(#"<form id="return" method="post" action="https://app.example/web/callback">"#))
            #expect(page.text.contains("a&amp;b&quot;&lt;c&gt;"))
            #expect(!page.text.contains("<img"))
            #expect(page.text.contains("<button class=\"primary\">Continue</button>"))
            let script = try #require(page.text.firstMatch(of: /<script>(.*?)<\/script>/)?.output.1)
            let hash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("script-src 'sha256-\(hash)'") && policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("form-action"))
            #expect(page.header("Cache-Control") == "no-store")
            #expect(page.header("Referrer-Policy") == "strict-origin")
        }
    }

    @Test func `sends the same answer when the last form is sent twice`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            try await browser.reachConsent()
            try await browser.submit("consent", [("email_choice", "share")])
            let first = browser.reply.text
            try await browser.submit("consent", [("email_choice", "share")])
            #expect(browser.reply.text == first && first.contains("name=\"user\""))
        }
    }

    @Test func `redirects with 303 where the answer travels in a query`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller, ["response_type": "code", "response_mode": nil, "scope": nil])
            try await browser.reachConsent()
            try await browser.submit("consent", [])
            #expect(browser.reply.status == 303)
            #expect(browser.reply.header("Location")?.hasPrefix(TestEmulator.returnURL + "?state=st-1&code=c") == true)
        }
    }

    @Test func `tells somebody who comes back what the app knows, and asks nothing`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.approve("maya", [:], more: #","share_email":false"#)
            var browser = try await Browser(caller)
            try await browser.reachConsent()
            #expect(browser.reply.text.contains("s8ed9r7sae@privaterelay.appleid.com"))
            #expect(!browser.reply.text.contains("first_name") && !browser.reply.text.contains("email_choice"))
        }
    }

    @Test(
        arguments: [
            ("account", [("email", "nobody@example.com")], "has no account"),
            ("password", [("password", "x")], "The password is wrong"),
            ("code", [("code", "12345")], "not the code"),
        ] as [(String, [(name: String, value: String)], String)])
    func `shows the same page again after a mistake, with the problem announced`(
        _ step: String, _ fields: [(name: String, value: String)], _ problem: String
    ) async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            if step != "account" { try await browser.submit("account", [("email", "MAYA@example.com")]) }
            if step == "code" { try await browser.submit("password", [("password", "maya-password")]) }
            try await browser.submit(step, fields)
            #expect(browser.reply.status == 200)
            let alert = try #require(browser.reply.text.firstMatch(of: /role="alert" aria-live="assertive">(.*?)</))
            #expect(alert.output.1.contains(problem))
            #expect(browser.reply.text.contains("aria-invalid=\"true\""))
        }
    }

    @Test(arguments: ["password", "code", "consent"])
    func `refuses a page whose forerunner was skipped`(_ step: String) async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            if step != "password" { try await browser.submit("account", [("person", "maya")]) }
            try await browser.submit(step, [("password", "maya-password"), ("code", browser.shownCode)])
            #expect(browser.reply.status == 400)
            #expect(try await caller.lastCause() == "page_out_of_order")
        }
    }

    @Test func `gives up what another account proved`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            try await browser.reachConsent()
            try await browser.submit("account", [("person", "tomas")])
            try await browser.submit("consent", [("email_choice", "share")])
            #expect(browser.reply.status == 400)
        }
    }

    @Test(arguments: [nil, "emulator-browser=00000000000000000000000000000000", "emulator-browser=short"] as [String?])
    func `refuses a form from a browser that did not begin the sign-in`(_ cookie: String?) async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            browser.cookie = cookie
            try await browser.submit("account", [("person", "maya")])
            #expect(browser.reply.status == 400)
            #expect(try await caller.lastCause() == "page_sign_in_unknown")
        }
    }

    @Test func `forgets a sign-in after half an hour`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            var browser = try await Browser(caller)
            emulator.clock.advance(by: 1_800)
            try await browser.submit("account", [("person", "maya")])
            #expect(browser.reply.status == 400)
        }
    }

    @Test(arguments: ["account", "password", "code", "consent"])
    func `can be cancelled on every page`(_ page: String) async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            switch page {
            case "account": break
            case "password": try await browser.submit("account", [("person", "maya")])
            case "code":
                try await browser.submit("account", [("person", "maya")])
                try await browser.submit("password", [("password", "maya-password")])
            default: try await browser.reachConsent()
            }
            #expect(browser.reply.text.contains("formaction=\"/auth/authorize/cancel\" formnovalidate"))
            try await browser.submit("cancel", [])
            #expect(browser.reply.text.contains(#"name="error" value="user_cancelled_authorize""#))
            #expect(browser.reply.text.contains(#"name="state" value="st-1""#))
            #expect(!browser.reply.text.contains("name=\"code\""))
        }
    }

    @Test func `says on every page, and in every header, that it is an emulator`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            var pages = [browser.reply, try await caller.send(.get, "/")]
            pages.append(try await caller.send(.get, Caller.authorizeURL(["client_id": nil])))
            try await browser.submit("account", [("person", "maya")])
            pages.append(browser.reply)
            try await browser.submit("password", [("password", "maya-password")])
            pages.append(browser.reply)
            try await browser.submit("code", [("code", browser.shownCode)])
            pages.append(browser.reply)
            try await browser.submit("consent", [])
            pages.append(browser.reply)
            for page in pages {
                #expect(page.text.contains("<strong>Emulator</strong>"))
                #expect(page.text.contains("<html lang=\"en\">"))
                #expect(page.text.contains("not affiliated with Apple"))
                #expect(page.header("X-Emulator") == "apple-id-emulator")
                #expect(page.header("X-Frame-Options") == "DENY")
            }
            for path in ["/nowhere", "/auth/keys", "/.well-known/openid-configuration"] {
                #expect(try await caller.send(.get, path).header("X-Emulator") == "apple-id-emulator")
            }
        }
    }
}

/// A browser without scripts: it keeps the cookie and submits the forms.
struct Browser: Sendable {
    let caller: Caller
    /// The field `Accept-Language` that it sends.
    let language: String?
    var cookie: String?
    var reply: Reply
    private let flow: String
    private(set) var shownCode = ""

    /// Begins a sign-in, in a browser that may have a cookie from an earlier one.
    init(
        _ caller: Caller, _ changes: [String: String?] = [:], cookie known: String? = nil, language: String? = nil
    ) async throws {
        self.caller = caller
        self.language = language
        var headers: HTTPFields = [:]
        headers[.acceptLanguage] = language
        headers[.cookie] = known
        reply = try await caller.send(.get, Caller.authorizeURL(changes), headers: headers)
        cookie = known ?? reply.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        flow = String(reply.text.firstMatch(of: /name="flow" value="([0-9a-f]{32})"/)?.output.1 ?? "none")
    }

    mutating func submit(_ step: String, _ fields: [(name: String, value: String)]) async throws {
        reply = try await caller.post(
            "/auth/authorize/" + step, [("flow", flow)] + fields, cookie: cookie, language: language)
        if let shown = reply.text.firstMatch(of: /id="shown">([0-9]{3} [0-9]{3})</) {
            shownCode = String(shown.output.1)
        }
    }

    mutating func reachConsent(as person: String = "maya") async throws {
        try await submit("account", [("person", person)])
        try await submit("password", [("password", person + "-password")])
        try await submit("code", [("code", shownCode)])
    }
}

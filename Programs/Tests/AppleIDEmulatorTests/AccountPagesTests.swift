import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct AccountPagesTests {
    @Test func `shows what each app got at first, and when`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.approve(
                "maya", [:], more: #","share_email":false,"name":{"first":"<b>Mia","last":""}"#)
            let device = #"{"person":"maya","bundle_id":"com.example.lonely","scopes":["email"]}"#
            _ = try await caller.control("/device/credentials", device)
            _ = try await caller.control(
                "/device/credentials", #"{"person":"maya","bundle_id":"org.other.app"}"#)
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            let overview = visit.reply.text
            #expect(overview.contains("received your name and a relay address · 21 September 2026"))
            #expect(overview.contains("received your address ·") && overview.contains("neither your name nor"))
            try await visit.open("/account/app?team=EMUTEAM001&app=com.example.app")
            #expect(visit.reply.text.contains("&lt;b&gt;Mia") && !visit.reply.text.contains("<b>Mia"))
            #expect(visit.reply.text.contains("s8ed9r7sae@privaterelay.appleid.com"))
            #expect(visit.reply.text.contains("<code>com.example.web</code>"))
            let maya = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#).text("user")
            #expect(visit.reply.text.contains("<code>\(maya ?? "nobody")</code>"))
            #expect(visit.reply.text.contains("it does not track what you do in apps"))
            try await visit.open("/account/app?team=EMUTEAM001&app=com.example.lonely")
            #expect(visit.reply.text.contains("maya@example.com") && !visit.reply.text.contains("Forwarding is"))
            try await visit.open("/account/app?team=EMUTEAM001&app=com.example.none")
            #expect(visit.reply.status == 303)
        }
    }

    @Test func `an app has the mark of its name on the pages of the account and of the device`() async throws {
        let emulator = try TestEmulator { $0.teams["main"]?.descriptions = [TestEmulator.app: "zebra notes"] }
        try await emulator.run { caller in
            for app in [TestEmulator.app, TestEmulator.lonelyApp] {
                _ = try await caller.control("/device/credentials", #"{"person":"maya","bundle_id":"\#(app)"}"#)
            }
            func marks(_ page: String) -> [String] {
                page.components(separatedBy: "class=\"client-mark\" aria-hidden=\"true\">").dropFirst()
                    .map { String($0.prefix { $0 != "<" }) }
            }
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            #expect(Set(marks(visit.reply.text)) == ["Z", "L"])
            try await visit.open("/account/app?team=EMUTEAM001&app=com.example.app")
            #expect(marks(visit.reply.text) == ["Z"])
            let device = try await caller.send(.get, "/device").text
            #expect(Set(marks(device)).isSuperset(of: ["Z", "L"]))
        }
    }

    @Test func `lets a person do everything without scripts`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.signInHidingEmail()
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            let app = [("team", "EMUTEAM001"), ("app", "com.example.app")]
            try await visit.submit("forwarding", app + [("forwarding", "off")])
            #expect(
                visit.reply.text.contains("Forwarding is off now") && visit.reply.text.contains("Forwarding is off"))
            try await visit.submit("forwarding", app + [("forwarding", "on")])
            #expect(
                visit.reply.text.contains("Forwarding is on again") && visit.reply.text.contains("is forwarded to"))
            try await visit.submit("stop-using", app)
            #expect(visit.reply.text.contains("no longer used with com.example.app"))
            #expect(visit.reply.text.contains("None yet."))
            try await visit.open("/account")
            #expect(!visit.reply.text.contains("no longer used"))
            try await visit.submit("stop-using", app)
            #expect(visit.reply.text.contains("The account is not used with that app."))
            try await visit.submit("password", [("password", "x"), ("new_password", "n")])
            #expect(visit.reply.text.contains("The current password is wrong."))
            try await visit.submit("password", [("password", "maya-password"), ("new_password", "n")])
            #expect(visit.reply.text.contains("Your password was changed."))
            try await visit.submit("delete", [("password", "maya-password")])
            #expect(visit.reply.text.contains("Nothing was deleted."))
            _ = try await caller.approve()
            try await visit.submit("delete", [("password", "n")])
            #expect(visit.reply.text.contains("The account maya@example.com was deleted."))
            #expect(!visit.reply.text.contains("value=\"maya\""))
            try await visit.signIn("maya", "n")
            #expect(visit.reply.text.contains("has no account"))
            _ = try await caller.notifications()
            let types = try receiver.received.map { try $0.event.text("type") }
            #expect(types == ["email-disabled", "email-enabled", "consent-revoked", "account-deleted"])
        }
    }

    @Test(arguments: ["token", "cookie", "both", "content type"])
    func `does nothing on a form that another site sent`(_ missing: String) async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.signInHidingEmail()
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            let other = try await AccountBrowser(caller)
            if missing == "token" || missing == "both" { visit.token = other.token }
            if missing == "cookie" || missing == "both" { visit.cookie = nil }
            for (post, fields) in [
                ("stop-using", [("team", "EMUTEAM001"), ("app", "com.example.app")]),
                ("delete", [("password", "maya-password")]), ("sign-out", []),
                ("password", [("password", "maya-password"), ("new_password", "n")]),
                ("forwarding", [("team", "EMUTEAM001"), ("app", "com.example.app"), ("forwarding", "off")]),
            ] as [(String, [(String, String)])] {
                if missing == "content type" {
                    visit.reply = try await caller.send(
                        .post, "/account/" + post, headers: [.cookie: visit.cookie ?? "", .contentType: "text/plain"],
                        body: FormFields.encode([("token", visit.token)] + fields))
                } else {
                    try await visit.submit(post, fields)
                }
                #expect(visit.reply.status == 403 && visit.reply.text.contains("Nothing was changed."))
            }
            #expect(try await caller.notifications().isEmpty)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == false)
        }
    }

    @Test(arguments: ["/account/app?team=EMUTEAM001&app=com.example.app", "/account/password", "/account/delete"])
    func `sends whoever is not signed in to the first page`(_ path: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, path)
            #expect(reply.status == 303 && reply.header("Location") == "/account")
        }
    }

    @Test func `gives a new cookie at sign-in, and takes the visit away at sign-out`() async throws {
        try await TestEmulator().run { caller in
            var visit = try await AccountBrowser(caller)
            let before = visit.cookie
            try await visit.signIn("maya", "maya-password")
            #expect(visit.cookie != before)
            #expect(visit.setCookie?.hasSuffix("; Path=/account; HttpOnly; SameSite=Lax") == true)
            let signedIn = visit.cookie ?? ""
            try await visit.submit("sign-out", [])
            #expect(visit.reply.text.contains("You are signed out."))
            for cookie in [before ?? "", signedIn] {
                let reply = try await caller.send(.get, "/account", headers: [.cookie: cookie])
                #expect(!reply.text.contains("Sign out"))
            }
        }
    }

    @Test func `ends a visit after half an hour, and other browsers' at a new password`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            var (one, other) = (try await AccountBrowser(caller), try await AccountBrowser(caller))
            try await one.signIn("maya", "maya-password")
            try await other.signIn("maya", "maya-password")
            try await one.submit("password", [("password", "maya-password"), ("new_password", "n")])
            #expect(one.reply.text.contains("Sign out"))
            try await other.open("/account")
            #expect(!other.reply.text.contains("Sign out"))
            emulator.clock.advance(by: 1_800)
            try await one.open("/account")
            #expect(!one.reply.text.contains("Sign out"))
        }
    }

    @Test func `is found from the home page, and says everywhere that it is an emulator`() async throws {
        try await TestEmulator().run { caller in
            #expect(try await caller.send(.get, "/").text.contains(#"<a href="/account">"#))
            _ = try await caller.signInHidingEmail()
            var visit = try await AccountBrowser(caller)
            var pages = [visit.reply]
            try await visit.submit("sign-in", [("person", "maya")])
            pages.append(visit.reply)
            try await visit.signIn("maya", "maya-password")
            for path in ["", "/app?team=EMUTEAM001&app=com.example.app", "/password", "/delete"] {
                try await visit.open("/account" + path)
                pages.append(visit.reply)
            }
            for page in pages {
                #expect(page.status == 200 && page.text.contains("<strong>Emulator</strong>"))
                #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
                #expect(page.header("Cache-Control") == "no-store")
                #expect(page.text.contains("<h1 id=\"heading\"") && !page.text.contains("<script"))
            }
        }
    }
}

/// A browser without scripts on the account page: it keeps the cookie, follows redirects and submits forms.
struct AccountBrowser: Sendable {
    let caller: Caller
    /// The field `Accept-Language` that it sends.
    let language: String?
    var cookie: String?
    var token = ""
    var reply: Reply
    private(set) var setCookie: String?

    init(_ caller: Caller, language: String? = nil) async throws {
        self.caller = caller
        self.language = language
        var headers: HTTPFields = [:]
        headers[.acceptLanguage] = language
        reply = try await caller.send(.get, "/account", headers: headers)
        note()
    }

    mutating func open(_ path: String) async throws {
        var headers: HTTPFields = [:]
        headers[.cookie] = cookie
        headers[.acceptLanguage] = language
        reply = try await caller.send(.get, path, headers: headers)
        note()
    }

    mutating func submit(_ post: String, _ fields: [(String, String)]) async throws {
        reply = try await caller.post(
            "/account/" + post, [(name: "token", value: token)] + fields.map { (name: $0.0, value: $0.1) },
            cookie: cookie, language: language)
        note()
        if reply.status == 303 { try await open(reply.header("Location") ?? "/account") }
    }

    mutating func signIn(_ person: String, _ password: String) async throws {
        try await open("/account")
        try await submit("sign-in", [("person", person), ("password", password)])
    }

    private mutating func note() {
        if let sent = reply.header("Set-Cookie") {
            setCookie = sent
            cookie = String(sent.prefix { $0 != ";" })
        }
        if let found = reply.text.firstMatch(of: /name="token" value="([0-9a-f]{32})"/) {
            token = String(found.output.1)
        }
    }
}

import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The system's sheet in place of Apple's pages, and browsers that people trust.
@Suite struct SafariSheetTests {
    private static let safari =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15"
    private static let chrome =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    private static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1"

    // MARK: the sheet

    @Test(arguments: [
        ("never", safari, false), ("safari", safari, true), ("safari", chrome, false), ("safari", phone, false),
        ("always", chrome, true),
    ])
    func `shows the system's sheet where the switch and the browser say so`(
        _ use: String, _ browser: String, _ isSheet: Bool
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.signIn("maya", on: "mac")
            _ = try await caller.control("/switches", #"{"safari_sheet":"\#(use)"}"#)
            let page = try await caller.send(.get, Caller.authorizeURL(), headers: [.userAgent: browser]).text
            #expect(page.contains(#"action="/auth/authorize/sheet""#) == isSheet)
            #expect(page.contains("Choose an account") == !isSheet)
        }
    }

    @Test func `signs in with Touch ID alone, in the mode of the request`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var mac = try await MacSheet(caller)
            #expect(mac.title == "Create an account with com.example.web?")
            try await mac.press([("first_name", "Mia <b>"), ("last_name", "L"), ("email_choice", "hide")])
            #expect(mac.title == "Touch ID" && !mac.reply.text.contains(#"type="password""#))
            #expect(try await caller.storedAtApple() == [0, 0])
            try await mac.press([("answer", "recognised")])
            #expect(mac.reply.text.contains(#"<form id="return" method="post""#))
            #expect(mac.reply.text.contains(#"name="state" value="st-1""#) && mac.reply.text.contains("Mia &lt;b&gt;"))
            let token = mac.reply.text.firstMatch(of: /name="id_token" value="([^"]+)"/).map { String($0.output.1) }
            let claims = try payload(of: token)
            #expect(claims.bool("is_private_email") == true && claims.text("nonce") == "no-1")
            #expect(!claims.contains("real_user_status"))
            let first = mac.reply.text
            try await mac.press([("answer", "recognised")])
            #expect(mac.reply.text == first, "the last form was sent twice")
            var again = try await MacSheet(
                caller, ["response_type": "code", "response_mode": nil, "scope": nil])
            #expect(again.title == "Continue to com.example.web?" && !again.reply.text.contains("first_name"))
            try await again.press([])
            try await again.press([("answer", "recognised")])
            #expect(again.reply.header("Location")?.hasPrefix(TestEmulator.returnURL + "?state=st-1&code=c") == true)
        }
    }

    @Test func `answers a popup with a message to the page that opened it`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var mac = try await MacSheet(caller, ["response_mode": "web_message"])
            try await mac.press([])
            try await mac.press([("answer", "recognised")])
            #expect(mac.reply.status == 200 && mac.reply.text.contains("oauthDone"))
            #expect(!mac.reply.text.contains(#"<form id="return""#))
            var cancelled = try await MacSheet(caller, ["response_mode": "web_message"])
            try await cancelled.press([("answer", "cancel")])
            #expect(cancelled.reply.text.contains("user_cancelled_authorize"))
        }
    }

    @Test(arguments: ["sheet", "Touch ID", "login password"])
    func `returns a cancellation from each page of the sheet`(_ page: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            var mac = try await MacSheet(caller)
            if page != "sheet" { try await mac.press([]) }
            if page == "login password" {
                try await mac.press([("answer", "not_recognised")])
                try await mac.press([("answer", "not_recognised")])
                #expect(mac.title == "Enter the login password")
                try await mac.press([("answer", "typed"), ("secret", "wrong")])
                #expect(mac.reply.text.contains("The login password is wrong."))
            }
            try await mac.press([("answer", "cancel")])
            #expect(mac.reply.text.contains(#"name="error" value="user_cancelled_authorize""#))
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    @Test func `goes to the pages for another account, or if nobody is signed in to the Mac`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let mac = try await MacSheet(caller)
            #expect(mac.reply.text.contains(#"formaction="/auth/authorize/other-account""#))
            let other = try await caller.post(
                "/auth/authorize/other-account", [("flow", mac.flow)], cookie: mac.cookie)
            #expect(other.text.contains("Choose an account") && other.text.contains("tomas@example.com"))
            let chosen = try await caller.post(
                "/auth/authorize/account", [("flow", mac.flow), ("person", "tomas")], cookie: mac.cookie)
            #expect(chosen.text.contains("tomas-password"))
            try await caller.signIn(nil, on: "mac")
            #expect(try await caller.send(.get, Caller.authorizeURL()).text.contains("Choose an account"))
        }
    }

    @Test func `refuses the sheet's form in a sign-in without sheet, and after the Mac's account changed`() async throws
    {
        try await TestEmulator().run { (caller) async throws in
            let pages = try await Browser(caller)
            let flow = pages.reply.text.firstMatch(of: /name="flow" value="([0-9a-f]{32})"/).map { String($0.output.1) }
            try await caller.signIn("maya", on: "mac")
            let forged = try await caller.post(
                "/auth/authorize/sheet", [("flow", flow ?? ""), ("answer", "recognised")], cookie: pages.cookie)
            #expect(forged.status == 400)
            #expect(try await caller.lastCause() == "page_out_of_order")
            var mac = try await MacSheet(caller)
            try await mac.press([])
            try await caller.signIn("tomas", on: "mac")
            try await mac.press([("answer", "recognised")])
            #expect(mac.reply.status == 400)
            #expect(try await caller.lastCause() == "sheet_account_changed")
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    // MARK: trusted browsers

    @Test func `asks a trusted browser for no code, for 30 days and this person only`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            var browser = try await Browser(caller)
            try await browser.givePassword(of: "maya")
            #expect(browser.reply.text.contains("Trust this browser"))
            try await browser.submit("code", [("code", browser.shownCode), ("trust", "on")])
            let cookie = browser.cookie
            for (person, span, heading) in [
                ("maya", 0, "Create an account"), ("tomas", 0, "Two-factor authentication"),
                ("maya", 30 * 86_400 - 1, "Create an account"), ("maya", 1, "Two-factor authentication"),
            ] {
                emulator.clock.advance(by: span)
                browser = try await Browser(caller, cookie: cookie)
                try await browser.givePassword(of: person)
                #expect(browser.reply.text.contains(heading), "\(person) after \(span)")
            }
        }
    }

    @Test func `asks again in another browser, without the choice, and after a new password`() async throws {
        try await TestEmulator().run { caller in
            var browser = try await Browser(caller)
            try await browser.reachConsent()
            var second = try await Browser(caller, cookie: browser.cookie)
            try await second.givePassword(of: "maya")
            #expect(second.reply.text.contains("Two-factor authentication"), "nobody chose to trust")
            try await second.submit("code", [("code", second.shownCode), ("trust", "on")])
            var third = try await Browser(caller)
            try await third.givePassword(of: "maya")
            #expect(third.reply.text.contains("Two-factor authentication"), "another browser")
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"maya-password"}"#)
            var fourth = try await Browser(caller, cookie: second.cookie)
            try await fourth.givePassword(of: "maya")
            #expect(fourth.reply.text.contains("Two-factor authentication"), "a new password")
        }
    }
}

/// Safari on a Mac that Maya is signed in to, without scripts.
private struct MacSheet: Sendable {
    let caller: Caller
    let cookie: String?
    let flow: String
    private(set) var reply: Reply

    init(_ caller: Caller, _ changes: [String: String?] = [:]) async throws {
        self.caller = caller
        try await caller.signIn("maya", on: "mac")
        _ = try await caller.control("/switches", #"{"safari_sheet":"always"}"#)
        reply = try await caller.send(.get, Caller.authorizeURL(changes))
        cookie = reply.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        flow = reply.text.firstMatch(of: /name="flow" value="([0-9a-f]{32})"/).map { String($0.output.1) } ?? "none"
    }

    var title: String? { SheetBrowser(caller, reply).title }

    /// Sends the hidden fields of the page, and these.
    mutating func press(_ fields: [(name: String, value: String)]) async throws {
        var hidden = reply.text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
            (
                name: String($0.output.1),
                value: String($0.output.2).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            )
        }
        if !hidden.contains(where: { $0.name == "flow" }) { hidden = [] }
        if hidden.isEmpty { hidden = [("flow", flow)] }
        reply = try await caller.post("/auth/authorize/sheet", hidden + fields, cookie: cookie)
    }
}

extension Browser {
    /// Gives the password, after which a trusted browser is not asked for a code.
    mutating func givePassword(of person: String) async throws {
        try await submit("account", [("person", person)])
        try await submit("password", [("password", person + "-password")])
    }
}

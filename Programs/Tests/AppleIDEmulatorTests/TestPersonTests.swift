import Foundation
import HTTPTypes
import JSONWebTokens
import Synchronization
import Testing

@testable import AppleIDEmulator

/// The people whose name decides what happens, at every way to sign in.
@Suite struct TestPersonTests {
    private static func native(_ person: String, _ more: String = "") -> String {
        #"{"person":"\#(person)","bundle_id":"com.example.app","scopes":["name","email"]\#(more)}"#
    }

    // MARK: the names

    @Test(
        arguments: [
            ("declined@example.com", .declined), ("no-email@another.example", .noEmail), ("SLOW@example.com", .slow),
            ("slow+2@example.com", .slow), ("maya@example.com", nil), ("declined.not@example.com", nil), ("", nil),
        ] as [(String, TestOutcome?)])
    func `reads the outcome from the name in an address`(_ email: String, _ outcome: TestOutcome?) {
        #expect(TestOutcome(email: email) == outcome)
    }

    @Test(arguments: TestOutcome.allCases)
    func `every emulator has a person of each name`(_ outcome: TestOutcome) async throws {
        try await TestEmulator().run { (caller) async throws in
            let page = try await caller.send(.get, "/").text
            #expect(page.contains("<code>\(outcome.rawValue)@example.com</code> \(outcome.sentence)"))
            let chooser = try await caller.send(.get, Caller.authorizeURL()).text
            #expect(chooser.contains(#"value="\#(outcome.rawValue)""#) && chooser.contains(outcome.sentence))
            let device = try await caller.control(
                "/device/accounts", #"{"device":"a","person":"\#(outcome.rawValue)"}"#)
            #expect(device.status == 200)
        }
    }

    @Test func `gives way to a person with the same key or address`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let added = #"{"key":"locked","email":"ada@example.com","name":{"first":"Ada"}}"#
            #expect(try await caller.control("/people", added).status == 201)
            #expect(try await caller.approve("locked")["fields"]?.object?.contains("code") == true)
            #expect(try await !caller.send(.get, "/").text.contains("locked@example.com"))
        }
    }

    @Test func `decides for a person of one's own as well`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/people", #"{"key":"first","email":"no-email+1@my.example"}"#)
            let token = try await caller.approve("first")["fields"]?.object?.text("id_token")
            #expect(try !payload(of: token).contains("email"))
        }
    }

    @Test func `can change the password, and can delete the account`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let change = #"{"person":"returning","password":"another"}"#
            #expect(try await caller.control("/account/password", change).status == 200)
            var browser = try await Browser(caller)
            try await browser.submit("account", [("email", "returning@example.com")])
            try await browser.submit("password", [("password", "another")])
            #expect(browser.reply.text.contains("Two-factor"))
            #expect(try await caller.control("/account/delete", #"{"person":"returning"}"#).status == 200)
            let gone = try await caller.control("/device/accounts", #"{"device":"a","person":"returning"}"#)
            #expect(gone.status == 404)
            _ = try await caller.control("/reset", "{}")
            #expect(try await caller.approve("returning")["fields"]?.object?.contains("code") == true)
        }
    }

    // MARK: people who do not sign in

    @Test func `a person who declines cancels at every way to sign in`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let approved = try await caller.approve("declined")
            #expect(approved["fields"]?.object?.text("error") == "user_cancelled_authorize")
            let popup = try await caller.approve("declined", ["response_mode": "web_message"])
            #expect(popup.text("message")?.contains("user_cancelled_authorize") == true)
            var browser = try await Browser(caller)
            try await browser.reachConsent(as: "declined")
            try await browser.submit("consent", [("email_choice", "share")])
            #expect(browser.reply.text.contains(#"name="error" value="user_cancelled_authorize""#))
            let sheet = try await caller.credential(Self.native("declined", #","confirmation":"confirmed""#))
            #expect(sheet.double("code") == 1_001)
            try await caller.signIn("declined", on: "phone")
            var device = try await SheetBrowser(opening: "phone", caller)
            try await device.proceed()
            try await device.press("recognised")
            #expect(device.reply.text.contains("<code>1001</code>"))
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    @Test(arguments: [("locked", "account_locked"), ("failed", "sign_in_failed")])
    func `Apple shows an error to a person who cannot sign in, and tells the app nothing`(
        _ person: String, _ cause: String
    ) async throws {
        try await TestEmulator().run { (caller) async throws in
            #expect(try await caller.approve(person).text("cause") == cause)
            var browser = try await Browser(caller)
            try await browser.reachConsent(as: person)
            #expect(browser.reply.status == 400 && browser.reply.text.contains(cause))
            #expect(try await caller.credential(Self.native(person)).double("code") == 1_000)
            try await caller.signIn(person, on: "phone")
            var device = try await SheetBrowser(opening: "phone", caller)
            try await device.proceed()
            try await device.press("recognised")
            #expect(device.reply.text.contains("<code>1000</code>"))
            #expect(try await caller.storedAtApple() == [0, 0])
        }
    }

    // MARK: what an app learns

    @Test func `a person who hides the address does so whatever a page or a call says`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let relay = "@privaterelay.appleid.com"
            var browser = try await Browser(caller)
            try await browser.reachConsent(as: "hides-email")
            #expect(browser.reply.text.contains(#"value="hide" checked"#))
            #expect(!browser.reply.text.contains(#"value="share""#))
            try await browser.submit("consent", [("email_choice", "share")])
            #expect(browser.reply.text.contains(relay))
            _ = try await caller.control("/account/stop-using", #"{"person":"hides-email","client":"com.example.app"}"#)
            let credential = try await caller.credential(Self.native("hides-email", #","share_email":true"#))
            #expect(credential.text("email")?.hasSuffix(relay) == true)
            #expect(try payload(of: credential.text("identity_token")).bool("is_private_email") == true)
        }
    }

    @Test func `a person without a mailbox has no address, and another one's is not verified`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let without = try await caller.credential(Self.native("no-email"))
            #expect(!without.contains("email") && without["name"]?.object?.text("first") == "No email")
            #expect(try !payload(of: without.text("identity_token")).contains("email"))
            let token = try await caller.approve("unverified")["fields"]?.object?.text("id_token")
            #expect(try payload(of: token).bool("email_verified") == false)
            #expect(try payload(of: token).text("email") == "unverified@example.com")
        }
    }

    @Test func `a person who returns tells neither name nor user, until the app is no longer used`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller)
            try await browser.reachConsent(as: "returning")
            #expect(browser.reply.text.contains("Continue to com.example.web?"))
            let fields = try await caller.approve("returning")["fields"]?.object
            #expect(fields?.contains("user") == false)
            #expect(try payload(of: fields?.text("id_token")).text("email") == "returning@example.com")
            let credential = try await caller.credential(Self.native("returning"))
            #expect(!credential.contains("name") && credential.double("real_user_status") == 1)
            _ = try await caller.control("/account/stop-using", #"{"person":"returning","client":"com.example.app"}"#)
            #expect(try await caller.approve("returning")["fields"]?.object?.contains("user") == true)
        }
    }

    @Test func `a child is one for an app that supports accounts of children`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/device/apps", #"{"bundle_id":"com.example.app","child_accounts":true}"#)
            #expect(try await caller.credential(Self.native("child")).double("user_age_range") == 1)
        }
    }

    @Test func `the real-user status of a person can be unknown, whatever a page or a call says`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let credential = try await caller.credential(Self.native("real-user-unknown", #","real_user_status":2"#))
            #expect(credential.double("real_user_status") == 1)
            #expect(try payload(of: credential.text("identity_token")).double("real_user_status") == 1)
            #expect(try await caller.credential(Self.native("maya")).double("real_user_status") == 2)
        }
    }

    // MARK: the token endpoint

    @Test func `every answer about a slow person takes five seconds, and no other`() async throws {
        let pauses = Pauses()
        try await TestEmulator(pause: { pauses.add($0) }).run { (caller) async throws in
            let quick = try await caller.code("maya")
            #expect(try await caller.token(["code": quick]).status == 200)
            #expect(pauses.all.isEmpty)
            let code = try await caller.code("slow")
            #expect(pauses.all == [.seconds(5)])
            #expect(try await caller.token(["code": code]).status == 200)
            #expect(pauses.all == [.seconds(5), .seconds(5)])
        }
    }

    @Test func `the code of a person has expired when it arrives`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let refused = try await caller.token(["code": try await caller.code("expired")])
            #expect(try refused.status == 400 && refused.json.text("error") == "invalid_grant")
            #expect(try await caller.lastCause() == "code_expired")
        }
    }

    @Test func `the token endpoint fails for a person, and keeps the code`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let code = try await caller.code("unavailable")
            for _ in 1...2 {
                let reply = try await caller.token(["code": code])
                #expect(reply.status == 503 && reply.text.isEmpty)
                #expect(try await caller.lastCause() == "apple_unavailable")
            }
            // the client's own mistakes come first
            #expect(try await caller.token(["code": code], secret: "x").status == 400)
        }
    }

    @Test func `a person stops using the app as soon as it has tokens`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let url = #"{"team_id":"EMUTEAM001","url":"https://app.example/n"}"#
            _ = try await caller.control("/notifications/url", url)
            let tokens = try await caller.token(["code": try await caller.code("revoked")])
            #expect(tokens.status == 200)
            #expect(try payload(of: try tokens.json.text("id_token")).text("email") == "revoked@example.com")
            #expect(try await caller.refresh(try tokens.json.text("refresh_token") ?? "").status == 400)
            let sent = try await caller.control("/notifications", "", method: .get).text
            #expect(sent.contains("consent-revoked"))
            #expect(try await caller.approve("revoked")["fields"]?.object?.contains("user") == true)
        }
    }

    // MARK: the documents

    @Test(arguments: [
        "Documentation/emulator/test-people.md", "Documentation/emulator-control.yaml", "Packaging/wheel/README.md",
        "Packaging/npm/apple-id-emulator/README.md", "Packaging/rubygems/README.md", "Packaging/maven/README.md",
        "Packaging/go/README.md",
        "Sources/AppleIDEmulatorTesting/AppleIDEmulatorTesting.docc/AppleIDEmulatorTesting.md",
    ])
    func `every document about test people names all of them`(_ document: String) throws {
        let text = try GuideTests.text(document)
        let missing = TestOutcome.allCases.map(\.rawValue).filter { !text.contains("`\($0)`") }
        #expect(missing.isEmpty)
    }

    @Test func `the module for Swift tests has the same outcomes`() throws {
        let source = try GuideTests.text("Sources/AppleIDEmulatorTesting/Team/EmulatorOutcome.swift")
        let names = source.matches(of: /case (\w+)(?: = "([^"]+)")?/).map { String($0.output.2 ?? $0.output.1) }
        #expect(names == TestOutcome.allCases.map(\.rawValue))
    }
}

/// The pauses that an emulator would have made.
private final class Pauses: Sendable {
    private let made = Mutex<[Duration]>([])

    var all: [Duration] { made.withLock { $0 } }
    func add(_ pause: Duration) { made.withLock { $0.append(pause) } }
}

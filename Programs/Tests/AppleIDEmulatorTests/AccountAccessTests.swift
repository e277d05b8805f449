import Foundation
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

/// Accounts that Apple treats differently: those of children, and those of organizations.
@Suite struct AccountAccessTests {
    private static let native = #"{"person":"kid","bundle_id":"com.example.app"}"#
    private static let school = #"{"person":"pupil","bundle_id":"com.example.app"}"#

    // MARK: children

    @Test func `tells the age range only to an app with the entitlement for children`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addKid()
            #expect(try await caller.credential(Self.native).double("user_age_range") == 0)
            _ = try await caller.control("/device/apps", #"{"bundle_id":"com.example.app","child_accounts":true}"#)
            #expect(try await caller.credential(Self.native).double("user_age_range") == 1)
            let maya = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            #expect(maya.double("user_age_range") == 2)
            let token = try await caller.credential(Self.native).text("identity_token")
            #expect(try payload(of: token).names.allSatisfy { !$0.contains("age") })
        }
    }

    @Test func `lets children sign in, unless the switch refuses them`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addKid()
            #expect(try await caller.approve("kid")["fields"]?.object?.contains("code") == true)
            _ = try await caller.control("/switches", #"{"child_sign_in":"refused"}"#)
            let refused = try await caller.approve("kid")
            #expect(refused.text("cause") == "child_refused" && refused.text("error") == "invalid_request")
            let failed = try await caller.credential(Self.native)
            #expect(failed.text("error") == "unknown" && failed.double("code") == 1_000)
            let entries = try await caller.control("/log?cause=child_refused", "", method: .get).json
            #expect(entries["entries"]?.array?.count == 2)
            #expect(try await caller.approve("maya")["fields"]?.object?.contains("code") == true)
        }
    }

    // MARK: organizations

    @Test func `refuses an app that the organization does not allow, on every way`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addPupil(allowing: #"["com.example.lonely"]"#)
            let refused = try await caller.approve("pupil")
            #expect(refused.text("cause") == "organization_forbids")
            var browser = try await Browser(caller)
            try await browser.submit("account", [("person", "pupil")])
            try await browser.submit("password", [("password", "password")])
            try await browser.submit("code", [("code", browser.shownCode)])
            #expect(browser.reply.status == 400 && browser.reply.text.contains("Please try again later."))
            #expect(try await caller.lastCause() == "organization_forbids")
            _ = try await caller.control("/switches", #"{"account_refused_error":"failed"}"#)
            #expect(try await caller.credential(Self.school).double("code") == 1_004)
            try await caller.signIn("pupil", on: "phone")
            var sheet = try await SheetBrowser(opening: "phone", caller)
            try await sheet.proceed()
            try await sheet.press("recognised")
            #expect(sheet.reply.text.contains("organization_forbids") && sheet.reply.text.contains("<code>1004</code>"))
            #expect(try await caller.storedAtApple() == [0, 0])
            // other people, and other apps of this organization, are not concerned
            #expect(try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#).contains("user"))
            let lonely = Self.school.replacing("com.example.app", with: TestEmulator.lonelyApp)
            #expect(try await caller.credential(lonely).contains("user"))
        }
    }

    @Test func `allows a whole group with one of its apps, and every app again without a list`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addPupil(allowing: #"["com.example.app.watch"]"#)
            #expect(try await caller.approve("pupil")["fields"]?.object?.contains("code") == true)
            #expect(try await caller.credential(Self.school).contains("user"))
            let lonely = Self.school.replacing("com.example.app", with: TestEmulator.lonelyApp)
            #expect(try await caller.credential(lonely).text("error") == "unknown")
            let all = try await caller.control("/organizations", #"{"org_id":"0B2C"}"#)
            #expect(all.text.contains(#""organizations":[]"#))
            #expect(try await caller.credential(lonely).contains("user"))
        }
    }

    @Test func `signs the people of an organization out of an app that it no longer allows`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addPupil(allowing: #"["com.example.app"]"#)
            let credential = try await caller.credential(Self.school)
            let user = credential.text("user") ?? ""
            let tokens = try await caller.token(
                ["code": credential.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
            ).json
            let maya = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            let changed = try await caller.control("/organizations", #"{"org_id":"0B2C","allowed_apps":[]}"#).json
            let sent = changed["notifications"]?.array?.compactMap { $0.object?.text("type") }
            #expect(sent == ["consent-revoked"])
            #expect(try await caller.credentialState(user) == "revoked")
            let refreshed = try await caller.refresh(tokens.text("refresh_token") ?? "", client: TestEmulator.app)
            #expect(refreshed.status == 400)
            #expect(try await caller.credentialState(maya.text("user") ?? "") == "authorized")
            let listed = try await caller.control("/organizations", "", method: .get).json
            #expect(listed.text("x") == nil && listed["organizations"]?.array?.count == 1)
        }
    }

    @Test(arguments: [
        (#"{"org_id":"","allowed_apps":[]}"#, "org_id"),
        (#"{"org_id":"0B2C","allowed_apps":["none"]}"#, "client_unknown"),
    ])
    func `refuses an organization without an id, and unknown apps`(_ body: String, _ error: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let refused = try await caller.control("/organizations", body)
            #expect(try (400...404).contains(refused.status) && refused.json.text("error") == error)
            #expect(try await caller.control("/organizations", "", method: .get).text == #"{"organizations":[]}"#)
        }
    }

    @Test func `offers a managed account on a page no relay address`() async throws {
        try await TestEmulator().run { (caller) async throws in
            try await caller.addPupil(allowing: #"["com.example.app"]"#)
            var browser = try await Browser(caller)
            try await browser.submit("account", [("person", "pupil")])
            try await browser.submit("password", [("password", "password")])
            try await browser.submit("code", [("code", browser.shownCode)])
            #expect(browser.reply.text.contains("cannot hide its address"))
            #expect(!browser.reply.text.contains("Hide My Email"))
        }
    }

    // MARK: configuration

    @Test func `reads children, organizations and what apps declare from the configuration`() throws {
        let folder = try ConfigurationTests.Folder()
        let file = try folder.write(
            "emulator.json",
            """
            {"teams":{"main":{"team_id":"EMUTEAM001","apps":{"a.b":{"associated_domains":["example.com"],
            "child_accounts":true},"c.d":{}}}},
            "people":{"kid":{"email":"k@example.com","password":"p","child":true}},
            "organizations":{"0B2C":{"allowed_apps":["c.d"]},"none":{}}}
            """)
        let world = try EmulatorConfiguration(file: file, environment: [:]).makeWorld { Date() }
        #expect(world.entitlements["a.b"] == AppEntitlements(domains: ["example.com"], supportsChildAccounts: true))
        #expect(world.entitlements["c.d"] == nil && world.person("kid")?.isChild == true)
        #expect(world.allows("c.d", organization: "0B2C") && !world.allows("a.b", organization: "0B2C"))
        #expect(!world.allows("c.d", organization: "none") && world.allows("a.b", organization: "another"))
        let wrong = try folder.write(
            "wrong.json",
            """
            {"teams":{"main":{"team_id":"EMUTEAM001","apps":{"a.b":{"associated_domains":["a b"]}}}},
            "organizations":{"0B2C":{"allowed_apps":["x.y"]}}}
            """)
        let fault = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: wrong, environment: [:])
        }
        #expect(fault?.lines.contains { $0.contains("a b is not a domain") } == true)
        let unknown = try folder.write("unknown.json", #"{"organizations":{"0B2C":{"allowed_apps":["x.y"]}}}"#)
        let other = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: unknown, environment: [:])
        }
        #expect(other?.lines.contains { $0.contains("there is no client x.y") } == true)
    }
}

extension Caller {
    func addKid() async throws {
        let kid = #"{"key":"kid","email":"kid@example.com","child":true}"#
        #expect(try await control("/people", kid).status == 201)
    }

    /// A pupil of an organization that allows these apps only.
    func addPupil(allowing apps: String) async throws {
        let pupil = #"{"key":"pupil","email":"pupil@school.example","managed":{"org_id":"0B2C"}}"#
        #expect(try await control("/people", pupil).status == 201)
        #expect(try await control("/organizations", #"{"org_id":"0B2C","allowed_apps":\#(apps)}"#).status == 200)
    }
}

import Foundation
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

/// `--as-of`: Apple as articles of a year describe it.
@Suite struct AppleYearTests {
    private static func in2019(_ body: @escaping @Sendable (Caller) async throws -> Void) async throws {
        try await TestEmulator { _ = try? $0.setYear(.year2019) }.run(body)
    }

    // MARK: what was different in 2019

    @Test func `publishes one key in 2019, which is the one that signs`() async throws {
        try await Self.in2019 { caller in
            _ = try await caller.control("/keys", #"{"action":"add"}"#)
            let keys = try await caller.send(.get, "/auth/keys").json["keys"]?.array ?? []
            #expect(keys.compactMap { $0.object?.text("kid") } == ["SIGNING001"])
            _ = try await caller.control("/switches", #"{"signing_key_only":false}"#)
            #expect(try await caller.send(.get, "/auth/keys").json["keys"]?.array?.count == 2)
        }
    }

    @Test func `tells the address once in 2019: in the tokens of the first sign-in`() async throws {
        try await Self.in2019 { caller in
            let first = try await caller.approve()["fields"]?.object
            #expect(try payload(of: first?.text("id_token")).text("email") == "maya@example.com")
            let tokens = try await caller.token(["code": first?.text("code")]).json
            #expect(try payload(of: tokens.text("id_token")).text("email") == "maya@example.com")
            let second = try await caller.approve()["fields"]?.object
            #expect(try !payload(of: second?.text("id_token")).contains("email"))
            let later = try await caller.token(["code": second?.text("code")]).json
            #expect(try !payload(of: later.text("id_token")).contains("email"))
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.web"}"#)
            let again = try await caller.approve()["fields"]?.object
            #expect(try payload(of: again?.text("id_token")).contains("email"))
        }
    }

    @Test func `gives a token the claims that Apple gave it in October 2019`() async throws {
        try await Self.in2019 { caller in
            _ = try await caller.approve()
            let tokens = try await caller.token(["code": try await caller.code("maya", ["nonce": nil])]).json
            let claims = try payload(of: tokens.text("id_token"))
            #expect(claims.names == ["iss", "aud", "exp", "iat", "sub", "at_hash", "auth_time"])
            #expect((claims.double("exp") ?? 0) - (claims.double("iat") ?? 0) == 600)
        }
    }

    @Test func `writes flags as texts in 2019, and refreshes without an identity token`() async throws {
        try await Self.in2019 { caller in
            let code = try await caller.code("maya", [:], more: #","share_email":false"#)
            let tokens = try await caller.token(["code": code]).json
            let claims = try payload(of: tokens.text("id_token"))
            #expect(claims.text("email_verified") == "true" && claims.text("is_private_email") == "true")
            #expect(try await !caller.refresh(tokens.text("refresh_token") ?? "").json.contains("id_token"))
        }
    }

    @Test func `knows neither prompt nor a challenge in 2019`() async throws {
        try await Self.in2019 { caller in
            let prompt = try await caller.send(.get, Caller.authorizeURL(["prompt": "login"]))
            #expect(prompt.status == 400 && prompt.text.isEmpty)
            let code = try await caller.code(
                "maya",
                [
                    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
                ])
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    @Test func `has the limits of 2019: ten website URLs, five Services IDs of an app`() throws {
        let year = AppleYear.year2019.switches
        #expect(Team.Kind.organization.websiteURLLimit(year) == 10 && Team.Kind.individual.websiteURLLimit(year) == 10)
        #expect(Team.Kind.organization.websiteURLLimit(Switches()) == 100)
        #expect(year.servicesPerAppLimit == 5 && year.domainVerification)
    }

    // MARK: how a year is chosen

    @Test func `takes a year from the configuration, below the switches that are set there`() throws {
        let folder = try ConfigurationTests.Folder()
        let file = try folder.write("e.json", #"{"as_of":"2019","switches":{"identity_token_lifetime":60}}"#)
        let switches = try EmulatorConfiguration(file: file, environment: [:]).switches
        #expect(switches.identityTokenLifetime == 60 && switches.emailOnce && switches.flagsAsText)
        let wrong = try folder.write("wrong.json", #"{"as_of":"2018"}"#)
        let fault = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: wrong, environment: [:])
        }
        #expect(fault?.lines == ["as_of: must be one of 2019"])
    }

    @Test func `keeps what a configuration has set when a year is chosen after it`() throws {
        var configuration = EmulatorConfiguration()
        configuration.switches.identityTokenLifetime = 60
        configuration.makeStrict()
        try configuration.setYear(.year2019)
        #expect(configuration.switches.identityTokenLifetime == 60 && configuration.switches.emailOnce)
        #expect(configuration.switches.codeReuseRevokes)
    }

    @Test func `takes a year from a control call, with switches over it, and goes back to today`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"omit_key_id":true}"#)
            for year in ["2019", #""2019""#] {
                let then = try await caller.control("/switches", #"{"as_of":\#(year),"flags_as_text":false}"#).json
                #expect(then.bool("email_once") == true && then.bool("flags_as_text") == false)
                #expect(then.bool("omit_key_id") == false && !then.contains("as_of"))
            }
            let refused = try await caller.control("/switches", #"{"as_of":"2018"}"#)
            #expect(try refused.status == 400 && refused.json.text("error") == "switch_value")
            #expect(try refused.json.text("message") == "as_of has an invalid value. Known: 2019, null.")
            let now = try await caller.control("/switches", #"{"as_of":null}"#).json
            #expect(now.bool("email_once") == false && now.double("identity_token_lifetime") == 86_400)
        }
    }

    // MARK: the guide

    @Test func `the guide says what every year sets`() throws {
        let guide = try GuideTests.text("Documentation/emulator/as-of.md")
        for year in AppleYear.allCases {
            guard case .object(let then) = year.switches.json, case .object(let now) = Switches().json else {
                Issue.record("switches are an object")
                return
            }
            let rows = zip(then, now).filter { $0.value.text != $1.value.text }.map { changed, _ in
                "| `\(changed.name)` | \(changed.value.text) |"
            }
            let missing = rows.filter { !guide.contains($0) }
            #expect(rows.count > 10 && missing.isEmpty)
        }
    }
}

import Foundation
import HTTPServing
import NIOCore
import Settings
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct ConfigurationTests {
    static let teams = """
        "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
          "clients": {"app": {"id": "com.example.app", "kind": "native"},
                      "web": {"id": "com.example.web", "kind": "web", "return_urls": ["https://www.example.com/"]}}}}
        """

    private func read(
        _ members: String, environment: [String: String] = [:], flags: [String: String] = [:], insecure: Bool = false
    ) throws(ConfigurationFaults) -> ServerConfiguration {
        try ServerConfiguration(
            json: Array("{\(members)}".utf8), directory: "/etc/siwa", environment: environment, flags: flags,
            allowsInsecureDevelopment: insecure)
    }

    private func faults(_ members: String, environment: [String: String] = [:]) -> [String] {
        do {
            _ = try read(members, environment: environment)
            return []
        } catch {
            return error.lines
        }
    }

    @Test func `a team is enough on loopback`() throws {
        let configuration = try read(Self.teams)
        #expect(configuration.publicURL?.origin == "http://localhost:8080")
        #expect(configuration.listen == ListenAddress(host: "127.0.0.1", port: 8080))
        #expect(configuration.database == "/etc/siwa/siwa.sqlite")
        #expect(configuration.secretsDirectory == "/etc/siwa/secrets")
        #expect(configuration.apple.endpoints == .apple)
        #expect(!configuration.isDemo)
        #expect(configuration.limits.requestsPerMinute == 120)
        let team = try #require(configuration.teams.first)
        #expect(team.keys == [TeamConfiguration.Key(id: "KEY0000001", file: "/etc/siwa/key.p8")])
        #expect(team.clients.map(\.name) == ["app", "web"])
        #expect(team.clients.map(\.kind) == [.native, .web])
        #expect(team.clients.last?.returnURLs == ["https://www.example.com/"])
        #expect(team.clients.map(\.scopes) == [[.name, .email], [.name, .email]])
    }

    @Test(
        arguments: [
            (#""asks_for_name": false"#, [.email]), (#""asks_for_email": false"#, [.name]),
            (#""asks_for_name": false, "asks_for_email": false"#, []),
        ] as [(String, Set<AuthorizationRequest.Scope>)])
    func `Apple's page asks for what the client's owner wants`(
        setting: String, scopes: Set<AuthorizationRequest.Scope>
    ) throws {
        let teams = Self.teams.replacingOccurrences(of: #""kind": "web","#, with: #""kind": "web", \#(setting),"#)
        #expect(try read(teams).teams.first?.clients.map(\.scopes) == [[.name, .email], scopes])
    }

    @Test func `an emulator and the demo page are warned of at each start`() throws {
        let emulator = #""apple": {"base_url": "http://idp.localhost:9080"}, "#
        let trial = try read(emulator + #""demo": true, "# + Self.teams).warnings
        #expect(trial.contains { $0.hasPrefix("apple.base_url: Apple is the emulator at http://idp.localhost:9080,") })
        #expect(trial.contains { $0.hasPrefix("demo: ") })
        #expect(try !read(Self.teams).warnings.contains { $0.hasPrefix("apple") || $0.hasPrefix("demo") })
    }

    @Test func `a team without an app is refused until a client names the primary App ID`() throws {
        let website = Self.teams.replacingOccurrences(
            of: #""app": {"id": "com.example.app", "kind": "native"},"#, with: "")
        let faults = #expect(throws: ConfigurationFaults.self) { try read(website) }
        #expect(faults?.lines.count == 1)
        #expect(faults?.lines.first?.contains("clients.web.primary_app_id: missing") == true)
        let named = website.replacingOccurrences(
            of: #""kind": "web","#, with: #""kind": "web", "primary_app_id": "com.example.app","#)
        #expect(try read(named).teams.first?.clients.first?.primaryAppID == "com.example.app")
    }

    @Test func `both doors are open until the operator closes one`() throws {
        #expect(try read(Self.teams).policy.doors == AccountDoors())
        let members = #""sign_in": {"new_accounts": "invited", "hidden_addresses": "refuse"}, "#
        let doors = try read(members + Self.teams).policy.doors
        #expect(doors.newAccounts == .invited && doors.hiddenAddresses == .refuse)
        let wrong = faults(#""sign_in": {"new_accounts": "nobody", "hidden_addresses": "hide"}, "# + Self.teams)
        #expect(wrong.contains { $0.hasPrefix("sign_in.new_accounts: must be one of everybody, known, invited") })
        #expect(wrong.contains { $0.hasPrefix("sign_in.hidden_addresses: must be one of allow, refuse") })
    }

    @Test func `whoever refuses hidden addresses has to ask for addresses, and is warned of App Review`() throws {
        let refusing = #""sign_in": {"hidden_addresses": "refuse"}, "#
        let warnings = try read(refusing + Self.teams).warnings
        #expect(warnings.contains { $0.hasPrefix("sign_in.hidden_addresses: ") && $0.contains("App Review") })
        #expect(try !read(Self.teams).warnings.contains { $0.contains("App Review") })
        let silent = Self.teams.replacingOccurrences(
            of: #""kind": "web","#, with: #""kind": "web", "asks_for_email": false,"#)
        #expect(faults(silent).isEmpty)
        let lines = faults(refusing + silent)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("teams.main.clients.web.asks_for_email: must be true with") == true)
    }

    @Test func `whoever holds people of whom Apple is not sure is told Apple's advice`() throws {
        let holding = try read(#""real_person": {"unknown": "hold"}, "# + Self.teams)
        let advice = try #require(holding.warnings.first { $0.hasPrefix("real_person.unknown: ") })
        #expect(advice.contains("never to block them"))
        let asking = try read(#""real_person": {"unknown": "ask", "days": 3}, "# + Self.teams)
        #expect(!asking.warnings.contains { $0.hasPrefix("real_person.") })
        #expect(asking.policy.waitingLifetime == .seconds(3 * 86_400) && asking.proofURL == nil)
    }

    @Test func `a proof in a browser needs a page of the app`() throws {
        let without = try read(#""real_person": {"web": "ask"}, "# + Self.teams)
        #expect(without.warnings.contains { $0.hasPrefix("real_person.proof_url is empty") })
        let url = "https://www.example.com/prove"
        let with = try read(#""real_person": {"web": "ask", "proof_url": "\#(url)"}, "# + Self.teams)
        #expect(with.proofURL == url && !with.warnings.contains { $0.hasPrefix("real_person.") })
        let wrong = faults(#""real_person": {"proof_url": "http://example.com"}, "# + Self.teams)
        #expect(wrong.contains { $0.hasPrefix("real_person.proof_url: ") })
    }

    @Test func `a code challenge is sent to Apple where the operator wants one`() throws {
        #expect(try !read(Self.teams).policy.usesCodeChallenge)
        #expect(try read(#""sign_in": {"code_challenge": true}, "# + Self.teams).policy.usesCodeChallenge)
    }

    @Test func `people who hide their address are asked, unless the operator decides otherwise`() throws {
        #expect(try read(Self.teams).policy.question == .hiddenAddress)
        #expect(try read(#""sign_in": {"question": "never"}, "# + Self.teams).policy.question == .never)
    }

    @Test func `flags stand above the environment, and that above the file`() throws {
        let file = #""listen": "127.0.0.1:1", "demo": true, "rate_limits": {"per_minute": 7}, "# + Self.teams
        let environment = [
            "SIWA_LISTEN": "127.0.0.1:2", "SIWA_RATE_LIMITS_PER_MINUTE": "8", "SIWA_TEAMS_MAIN_TEAM_ID": "FROMENV123",
        ]
        let configuration = try read(file, environment: environment, flags: ["listen": "127.0.0.1:3"])
        #expect(configuration.listen.port == 3)
        #expect(configuration.limits.requestsPerMinute == 8)
        #expect(configuration.isDemo)
        #expect(configuration.teams.first?.teamID == "FROMENV123")
    }

    @Test func `all faults are told at once, unknown keys with the likely one`() {
        let lines = faults(
            """
            "publik_url": "https://id.example.com", "listen": "nowhere", "demo": "yes", "log_level": "loud",
            "rate_limits": {"per_minutes": 1}, "access_tokens": {"lifetime_seconds": 9000},
            "apple": {"base_url": "https://evil.example"}, "trusted_proxies": ["localhost"],
            "teams": {"main": {"clients": {"app": {"id": "a", "kind": "ios"}, "b": {"id": "a", "kind": "web"}}}}
            """)
        #expect(lines.contains("publik_url: unknown key; did you mean public_url?"))
        #expect(lines.contains("rate_limits.per_minutes: unknown key; did you mean rate_limits.per_minute?"))
        #expect(lines.contains { $0.hasPrefix("listen: must be HOST:PORT") })
        #expect(lines.contains("demo: must be true or false"))
        #expect(lines.contains { $0.hasPrefix("log_level: must be one of") })
        #expect(lines.contains("access_tokens.lifetime_seconds: must be between 30 and 900"))
        #expect(lines.contains { $0.hasPrefix("apple.base_url: not a loopback address") })
        #expect(lines.contains { $0.hasPrefix("trusted_proxies: localhost is neither") })
        #expect(lines.contains("teams.main.team_id: missing"))
        #expect(lines.contains("teams.main.keys: at least one private key is required"))
        #expect(lines.contains("teams.main.clients.app.kind: must be native, web or android"))
        #expect(lines.contains("teams: two clients have the id a"))
    }

    @Test(arguments: [
        ("", "teams: at least one team with a key and a client is required"),
        (
            #""teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "f"}}, "clients": {}}}"#,
            "teams.main.clients: at least one client is required"
        ),
        (
            #""public_url": "http://id.example.com""#,
            #"public_url: "http://id.example.com": "#
                + "must be an origin such as https://id.example.com (http on loopback only)"
        ),
        (
            #""public_url": "https://id.example.com/path""#,
            #"public_url: "https://id.example.com/path": "#
                + "must be an origin such as https://id.example.com (http on loopback only)"
        ),
        (
            #""public_url": "id.example.com""#,
            #"public_url: "id.example.com": must be an origin such as https://id.example.com (http on loopback only)"#
        ),
        (
            #""public_url": "https://ada:canary@id.example.com""#,
            "public_url: must be an origin such as https://id.example.com (http on loopback only)"
        ),
        (#""listen": "0.0.0.0:80""#, "public_url: missing; it is required when listen is not a loopback address"),
        (#""apple": {"issuer": "x"}"#, "apple.issuer: requires apple.base_url"),
        (#""sessions": {"idle_days": 200}"#, "sessions.idle_days: must not be greater than sessions.absolute_days"),
        (#""listen": "127.evil.com:80""#, "public_url: missing; it is required when listen is not a loopback address"),
        (#""demo": null"#, "demo: null is not allowed; leave the key out"),
        (#""trusted_proxies": [1]"#, "trusted_proxies: must be a list of strings"),
    ])
    func `refuses to start`(members: String, fault: String) {
        #expect(faults(members).contains(fault))
    }

    @Test(arguments: [
        ("\n\"demo\": true,\n", "the file:2:13: a comma without a value after it"),
        ("// here\n\"demo\": true", "the file:1:2: JSON has no comments"),
        (
            #""demo": true, "demo": true"#,
            "the file:1:16: \"demo\" occurs twice in this object, first in line 1, column 2"
        ),
        (#""teams": []"#, "teams: must be an object"),
        (#""teams": {"main": []}"#, "teams.main: must be an object"),
    ])
    func `a file that cannot be read has one fault, and nothing that follows from it`(members: String, fault: String) {
        #expect(
            faults(members) == [fault])
    }

    @Test(arguments: [
        "-----BEGIN PRIVATE KEY-----\\nMIGTAgEAMBMGByqGSM49", "eyJraWQiOiJDYW5hcnkifQ.eyJpc3MiOiJDYW5hcnkifQ.Canary",
        String(repeating: "Canary", count: 20),
    ])
    func `a key or a token in the place of an identifier is not shown`(secret: String) {
        let found = faults(Self.teams.replacing("\"ABCDE12345\"", with: "\"\(secret)\""))
        #expect(found.contains { $0.contains("a text of \(secret.replacing("\\n", with: "n").utf8.count) bytes") })
        #expect(!found.contains { $0.contains("Canary") || $0.contains("MIGT") })
    }

    @Test(arguments: [
        ("ABCDE12345", "com.example.app", "teams.main.team_id: \"com.example.app\": This looks like a bundle ID"),
        ("ABCDE12345", "ABC", "teams.main.team_id: \"ABC\": This has 3 characters."),
        ("KEY0000001", "ABCDE12345", "teams.main.keys.ABCDE12345: \"ABCDE12345\": This is the Team ID."),
        ("KEY0000001", "AuthKey_KEY0000001", "teams.main.keys.AuthKey_KEY0000001: \"AuthKey_KEY0000001\": This is the"),
        (
            "com.example.app", "com.example.app ",
            "teams.main.clients.app.id: \"com.example.app \": There is white space"
        ),
        ("com.example.web", "1596750535", "teams.main.clients.web.id: \"1596750535\": This looks like the app's"),
        (
            "com.example.web", "ABCDE12345.com.example.web",
            "teams.main.clients.web.id: \"ABCDE12345.com.example.web\": The Team ID stands in front"
        ),
        ("https://www.example.com/", "https://www.example.com/ ", "teams.main.clients.web.return_urls: \"https://www"),
    ])
    func `an impossible identifier is refused with its place, its text and what it looks like`(
        right: String, wrong: String, fault: String
    ) throws {
        let lines = faults(Self.teams.replacingOccurrences(of: "\"\(right)\"", with: "\"\(wrong)\""))
        #expect(lines.count == 1 && lines.first?.hasPrefix(fault) == true, "\(lines)")
    }

    @Test(arguments: [
        (
            #""kind": "web""#, #""kind": "web", "primary_app_id": "com.example.*""#,
            "teams.main.clients.web.primary_app_id: "
        ),
        (#""kind": "web""#, #""kind": "web", "primary_app_id": """#, "teams.main.clients.web.primary_app_id: "),
        (#""team_id""#, #""primary_app_ids": ["com..example"], "team_id""#, "teams.main.primary_app_ids: "),
    ])
    func `an impossible primary App ID is refused, too`(right: String, wrong: String, fault: String) {
        let lines = faults(Self.teams.replacingOccurrences(of: right, with: wrong))
        #expect(lines.count == 1 && lines.first?.hasPrefix(fault) == true, "\(lines)")
    }

    @Test func `a key's file that Apple named after another Key ID is a warning`() throws {
        let other = Self.teams.replacingOccurrences(of: "key.p8", with: "AuthKey_ABCDE12345.p8")
        let warnings = try read(other).warnings
        #expect(
            warnings == ["teams.main.keys.KEY0000001: the file AuthKey_ABCDE12345.p8 is named after another Key ID"])
        for right in ["AuthKey_KEY0000001.p8", "key.p8", "AuthKey_ABCDE12345 (1).pem"] {
            #expect(try read(Self.teams.replacingOccurrences(of: "key.p8", with: right)).warnings.isEmpty)
        }
    }

    @Test func `an emulator elsewhere needs the flag`() throws {
        let members = #""apple": {"base_url": "https://idp.example.com"}, "# + Self.teams
        #expect(faults(members).count == 1)
        let insecure = try read(members, insecure: true)
        #expect(insecure.apple.endpoints.issuer == "https://idp.example.com" && insecure.apple.plainOrigins.isEmpty)
        let plain = #""apple": {"base_url": "http://idp.example.com:9080"}, "# + Self.teams
        #expect(faults(plain).count == 1)
        let plainInsecure = try read(plain, insecure: true)
        #expect(plainInsecure.apple.plainOrigins == ["http://idp.example.com:9080"])
        let loopback = #""apple": {"base_url": "http://idp.localhost:9080"}, "# + Self.teams
        let local = try read(loopback)
        #expect(local.apple.endpoints.keys == "http://idp.localhost:9080/auth/keys")
        let localInsecure = try read(loopback, insecure: true)
        #expect(local.apple.plainOrigins.isEmpty && localInsecure.apple.plainOrigins.isEmpty)
    }

    @Test func `the documentation's table is made of the settings`() throws {
        let table = Setting.table(of: ServerConfiguration.settings)
        #expect(
            try Documents.text("configuration.md").contains("\n\(table)\n\n"),
            "the table of configuration.md:\n\(table)")
    }

    @Test func `the sample configuration is a good one`() throws {
        let json = try Data(contentsOf: Documents.root.appendingPathComponent("Packaging/deploy/siwa.example.json"))
        let configuration = try ServerConfiguration(json: [UInt8](json), directory: "/etc/siwa")
        #expect(configuration.teams.count == 1)
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.255", "::1", "[::1]", "localhost", "Localhost", "idp.localhost",
    ])
    func `knows this machine`(host: String) {
        #expect(ListenAddress(host: host, port: 80).isLoopback)
    }

    @Test(arguments: [
        "127.evil.com", "127.0.0.1.evil.com", "127.", "127.0.0.256", "127.1", "127.0.0.+1", "127.0.0.1.1", "128.0.0.1",
        "0.0.0.0", "::", "::2", "localhost.evil.com", "evillocalhost",
    ])
    func `takes no other host for this machine`(host: String) {
        #expect(!ListenAddress(host: host, port: 80).isLoopback)
    }

    @Test func `a key that nothing uses is unknown`() {
        let lines = faults(
            #""teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "f"}}, "primary_app": "com.example.app", "#
                + #""clients": {"app": {"id": "a", "kind": "native"}}}}"#)
        #expect(lines == ["teams.main.primary_app: unknown key"])
    }

    @Test(arguments: [
        "", ":80", "9080", "localhost", "localhost:", "host:x", "localhost:65536", "::1:80", "a/b:80", "localhost:-1",
    ])
    func `refuses what is no address to listen on`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: [
        (EADDRINUSE, "cannot listen on 127.0.0.1:80: another program already does. Choose another port with --listen."),
        (EACCES, "cannot listen on 127.0.0.1:80: permission denied. Choose a port above 1023 with --listen."),
    ])
    func `an address that is taken, or not allowed, is named with what to do`(code: CInt, sentence: String) {
        let error = IOError(errnoCode: code, reason: "bind")
        #expect(CannotListen(error, at: ListenAddress(host: "127.0.0.1", port: 80))?.description == sentence)
    }
}

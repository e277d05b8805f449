import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

@Suite struct ConfigurationTests {
    /// A temporary folder that is removed after the test.
    struct Folder: ~Copyable {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("emulator-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws -> String {
            let file = path + "/" + name
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            return file
        }
    }

    static let good = """
        {"listen":"127.0.0.1:0","seed":7,"teams":{"main":{"team_id":"TEAM000001",
        "keys":{"KEY0000001":{"private_key_file":"key.p8"}},
        "apps":{"com.example.app":{"primary":true},"com.example.watch":{"primary":"com.example.app"}},
        "services":{"com.example.web":{"primary_app":"com.example.app","return_urls":["https://a.example/cb"]}}}},
        "people":{"ada":{"email":"ada@example.com","password":"pw","name":{"first":"Ada","last":"L"}},
        "bob":{"email":"bob@example.com","password":"pw"}}}
        """

    @Test func `reads teams, clients and people, and key files beside the file`() async throws {
        let folder = try Folder()
        _ = try folder.write("key.p8", SigningKey.makeES256(keyID: nil).pemRepresentation)
        let file = try folder.write("emulator.json", Self.good)
        let read = try EmulatorConfiguration(file: file, environment: ["EMULATOR_LISTEN": "127.0.0.1:4711"])
        #expect(read.listen == ListenAddress(host: "127.0.0.1", port: 4_711))
        #expect(read.seed == 7 && read.drawsFromSeed)
        #expect(read.people.map(\.key) == ["ada", "bob"])
        let team = try #require(try read.makeWorld { Date() }.teams["TEAM000001"])
        #expect(team.client("com.example.watch")?.primaryApp == "com.example.app")
        #expect(team.client("com.example.web")?.returnURLs == ["https://a.example/cb"])
        #expect(team.keys["KEY0000001"] != nil)
    }

    @Test func `without settings it listens on loopback only`() throws {
        let folder = try Folder()
        _ = try folder.write("key.p8", SigningKey.makeES256(keyID: nil).pemRepresentation)
        let silent = Self.good.replacing(#""listen":"127.0.0.1:0","#, with: "")
        let read = try EmulatorConfiguration(file: try folder.write("emulator.json", silent), environment: [:])
        let made = try ExampleSetup.make(keysIn: folder.path)
        #expect(read.listen.isLoopback && made.configuration.listen.isLoopback)
    }

    @Test func `names every fault at once`() async throws {
        let folder = try Folder()
        let file = try folder.write(
            "emulator.json",
            """
            {"lisen":"x","listen":5,"seed":-1,"allow_apple_issuer":"perhaps","signing_keys":0,
            "teams":{"main":{"team_id":"T","key":{},"keys":{"K":{"private_key_file":"none.p8"},"L":{}},
            "apps":{"a":{"primary":3}},"services":{"s":{"primary_app":"a","return_urls":"x"}}}},
            "people":{"ada":{"email":"ada@example.com"},"bob":7}}
            """)
        let fault = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: file, environment: [:])
        }
        let places = (fault?.lines ?? []).map { String($0.prefix { $0 != ":" }) }
        #expect(
            places.sorted() == [
                "allow_apple_issuer", "lisen", "listen", "people.ada.password", "people.bob", "seed", "signing_keys",
                "teams.main.apps.a.primary", "teams.main.key", "teams.main.keys.K.private_key_file",
                "teams.main.keys.L.private_key_file or public_key_file", "teams.main.services.s.return_urls",
            ])
    }

    @Test func `a misspelt key is named with the likely one, wherever it is`() async throws {
        let folder = try Folder()
        let file = try folder.write(
            "emulator.json", #"{"lisen":"x","teams":{"main":{"team_id":"EMUTEAM001","aps":{"com.example.app":{}}}}}"#)
        let fault = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: file, environment: [:])
        }
        let place = "teams.main.aps.com.example.app"
        #expect(fault?.lines.contains("lisen: unknown key; did you mean listen?") == true)
        #expect(
            fault?.lines.contains("\(place): unknown key; did you mean teams.main.apps.com.example.app?") == true,
            "\(fault?.lines ?? [])")
    }

    @Test func `the guide's table is made of the settings`() throws {
        let table = Setting.table(of: EmulatorConfiguration.settings)
        #expect(try GuideTests.text("Documentation/emulator.md").contains("\n\(table)\n\n"), "the table:\n\(table)")
    }

    @Test func `two spellings of one name are a fault, not a crash`() async throws {
        let folder = try Folder()
        let file = try folder.write(
            "emulator.json", #"{"teams":{"caf\u00e9":{},"cafe\u0301":{}},"people":{"jos\u00e9":{},"jose\u0301":{}}}"#)
        #expect(throws: ConfigurationFaults.self) { try EmulatorConfiguration(file: file, environment: [:]) }
    }

    @Test(arguments: [
        ("[]", "1:1: the text must be one JSON object"), ("{", "1:2: the text ends"),
        ("{\n\"teams\":{},\"teams\":{}}", "2:12: \"teams\" occurs twice in this object, first in line 2, column 1"),
        ("", "1:1: the text is empty"), ("{\"seed\":1,}", "1:10: a comma without a value after it"),
    ])
    func `refuses a file that is not one JSON object, with the place of the fault`(
        _ text: String, _ fault: String
    ) async throws {
        let folder = try Folder()
        let file = try folder.write("emulator.json", text)
        let faults = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: file, environment: [:])
        }
        let lines = faults?.lines ?? []
        #expect(lines.count == 1 && lines.first?.hasPrefix("\(file):\(fault)") == true, "\(lines)")
    }

    @Test(arguments: ["A", "com.example.app", "emuteam001", "EMUTEAM0011"])
    func `refuses a Team ID that Apple cannot have given out`(_ teamID: String) throws {
        let faults = #expect(throws: ConfigurationFaults.self) {
            try TestEmulator { $0.teams["odd"] = EmulatorTeam(teamID: teamID) }
        }
        #expect(
            faults?.lines == ["teams.odd.team_id: a Team ID has ten characters: capital letters and digits"])
    }

    @Test(arguments: ["https://appleid.apple.com", "https://account.apple.com", "https://APPLE.com"])
    func `refuses Apple's issuer name unless told`(_ issuer: String) throws {
        #expect(throws: ConfigurationFaults.self) { try TestEmulator { $0.issuer = issuer } }
        #expect(throws: Never.self) {
            try TestEmulator {
                $0.issuer = issuer
                $0.allowsAppleIssuer = true
            }
        }
    }

    @Test func `puts another issuer into tokens and discovery`() async throws {
        try await TestEmulator { $0.issuer = "https://issuer.example" }.run { caller in
            let answer = try await caller.approve()
            #expect(try payload(of: answer["fields"]?.object?.text("id_token")).text("iss") == "https://issuer.example")
            let discovery = try await caller.send(.get, "/.well-known/openid-configuration").json
            #expect(discovery.text("issuer") == "https://issuer.example")
            #expect(discovery.text("token_endpoint") == TestEmulator.baseURL + "/auth/token")
        }
    }

    @Test func `names its public address in documents, tokens and audiences`() async throws {
        let url = "https://apple.example"
        try await TestEmulator { $0.publicURL = url }.run { caller in
            let discovery = try await caller.send(.get, "/.well-known/openid-configuration").json
            #expect(discovery.text("issuer") == url && discovery.text("token_endpoint") == url + "/auth/token")
            let secret = try caller.emulator.secret(["aud": .string(url)])
            let tokens = try await caller.token(["code": try await caller.code()], secret: secret)
            #expect(try payload(of: tokens.json.text("id_token")).text("iss") == url)
        }
    }

    @Test(arguments: [
        "apple.example", "https://apple.example/", "https://a.example/path", "ftp://a.example", "https://",
        "https://a@b.example", "https://appleid.apple.com", "https://APPLE.com:8443",
    ])
    func `refuses a public address that is none`(_ url: String) {
        #expect(throws: ConfigurationFaults.self) { try TestEmulator { $0.publicURL = url } }
    }

    @Test func `refuses what the portal would refuse`() {
        let faults: [(inout EmulatorConfiguration) -> Void] = [
            { $0.teams["main"]?.services[TestEmulator.web]?.returnURLs.append("http://app.example/cb") },
            { $0.teams["main"]?.services[TestEmulator.web]?.returnURLs.append("https://a.example/cb#x") },
            { $0.teams["main"]?.services[TestEmulator.web]?.returnURLs.append("https://a.example:*/cb") },
            { $0.teams["main"]?.services["x"] = EmulatorService(primaryApp: "none", returnURLs: []) },
            { $0.teams["main"]?.apps["y"] = .some("none") }, { $0.teams["main"]?.apps["z"] = TestEmulator.groupedApp },
            { $0.teams["other"]?.apps[TestEmulator.app] = .some(nil) }, { $0.teams["other"]?.teamID = "EMUTEAM001" },
            { $0.teams["main"]?.publicKeys["BAD"] = "no key" },
            { $0.people.append($0.people[0]) },
        ]
        for fault in faults {
            #expect(throws: ConfigurationFaults.self) { try TestEmulator(fault) }
        }
    }

    @Test func `keeps the example's key over restarts, for its owner only`() throws {
        let folder = try Folder()
        let first = try ExampleSetup.make(keysIn: folder.path + "/keys")
        let world = try first.configuration.makeWorld { Date() }
        #expect(world.client("com.example.app")?.name == "Example")
        #expect(world.client("com.example.web")?.name == "Example")
        let second = try ExampleSetup.make(keysIn: folder.path + "/keys", returnURLs: ["http://127.0.0.1:*/cb"])
        let keys = [first, second].map { $0.configuration.teams["example"]?.publicKeys }
        #expect(keys[0] == keys[1] && keys[0]?.count == 1)
        let mode = try FileManager.default.attributesOfItem(atPath: first.keyFile)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(throws: Never.self) { try second.configuration.makeWorld { Date() } }
    }

    @Test func `remembers consents and refresh tokens in the state file`() async throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        let refresh = try await TestEmulator { $0.stateFile = file }.run { caller in
            let tokens = try await caller.token(["code": try await caller.code()]).json
            return tokens.text("refresh_token") ?? ""
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let again = try TestEmulator { $0.stateFile = file }
        try await again.run { caller in
            #expect(try await caller.refresh(refresh).status == 200)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == false)
            _ = try await caller.revoke(refresh)
        }
        try await TestEmulator { $0.stateFile = file }.run { caller in
            let refused = try await caller.refresh(refresh)
            #expect(refused.status == 400)
        }
        #expect(throws: ConfigurationFaults.self) {
            try TestEmulator {
                $0.stateFile = file
                $0.seed = 99
            }
        }
    }
}

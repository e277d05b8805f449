import Foundation
import HTTPServing
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

@Suite struct TemplateTests {
    private static func make(
        _ template: ProjectTemplate, appID: String? = nil, returnURLs: [String] = [],
        in folder: borrowing ConfigurationTests.Folder
    ) throws -> ProjectSetup {
        try ProjectSetup.make(template, appID: appID, returnURLs: returnURLs, keysIn: folder.path)
    }

    private static func settings(_ setup: ProjectSetup, needsToken: Bool = false) -> ProjectSettings {
        ProjectSettings(
            setup, baseURL: "http://idp.localhost:9080", issuer: "http://idp.localhost:9080", needsToken: needsToken)
    }

    @Test(arguments: ProjectTemplate.allCases)
    func `registers what the kind of project needs`(_ template: ProjectTemplate) throws {
        let folder = try ConfigurationTests.Folder()
        let setup = try Self.make(template, in: folder)
        let world = try setup.configuration.makeWorld { Date() }
        #expect(world.people.all.map(\.key) == ["maya", "tomas", "aiko"])
        #expect((world.client("com.example.app") != nil) == (template != .empty))
        #expect((world.client("com.example.web") != nil) == [.spa, .web, .server].contains(template))
        let url = world.teams["EMUTEAM001"]?.notificationURL(of: "com.example.app")
        #expect(url == (template == .server ? "http://localhost:8080/apple/notifications" : nil))
        #expect(world.teams.values.allSatisfy { $0.keys.count == 1 })
    }

    /// The values that are printed are put to use, as somebody does who pastes them.
    @Test(arguments: [ProjectTemplate.spa, .web, .server])
    func `prints settings with which a sign-in succeeds`(_ template: ProjectTemplate) async throws {
        let folder = try ConfigurationTests.Folder()
        let setup = try Self.make(template, in: folder)
        let members = Self.settings(setup).members
        let emulator = try TestEmulator {
            $0.teams = setup.configuration.teams
            $0.people = setup.configuration.people
        }
        let client = try #require(members["client_id"])
        let redirect = try #require(members["redirect_uri"])
        let pem = try String(contentsOfFile: try #require(members["key_file"]), encoding: .utf8)
        let key = try SigningKey(pem: pem, keyID: members["key_id"], requiring: .es256)
        try await emulator.run { (caller) async throws in
            let fields = try await caller.approve(
                "maya", ["client_id": client, "redirect_uri": redirect])["fields"]?.object
            let secret = try emulator.secret(for: client, ["iss": .string(members["team_id"] ?? "")], key: key)
            let tokens = try await caller.token(
                ["code": fields?.text("code"), "redirect_uri": redirect], client: client, secret: secret)
            #expect(tokens.status == 200)
        }
    }

    @Test func `lets a page on any port use the script, by popup and by redirect`() throws {
        let folder = try ConfigurationTests.Folder()
        let service = try Self.make(.spa, in: folder).configuration.teams["spa"]?.services["com.example.web"]
        for url in ["http://localhost:5173/", "http://localhost:4321/", "http://localhost:3000/auth/apple/callback"] {
            #expect(RedirectCheck.isRegistered(url, in: service?.returnURLs ?? []), "\(url)")
        }
    }

    @Test func `takes another App ID and another return URL`() throws {
        let folder = try ConfigurationTests.Folder()
        let setup = try Self.make(.web, appID: "org.acme.shop", returnURLs: ["https://shop.test/back"], in: folder)
        let members = Self.settings(setup).members
        #expect(members["app"] == "org.acme.shop" && members["client_id"] == "org.acme.shop.web")
        #expect(members["redirect_uri"] == "https://shop.test/back")
        let urls = setup.configuration.teams["web"]?.services["org.acme.shop.web"]?.returnURLs
        #expect(
            urls?.first == "https://shop.test/back"
                && urls?.contains("http://localhost:8080/auth/apple/callback") == true)
    }

    @Test func `refuses what a template has no use for`() throws {
        let folder = try ConfigurationTests.Folder()
        let mistakes: [(ProjectTemplate, String?, [String])] = [
            (.empty, "org.acme.shop", []), (.empty, nil, ["https://shop.test/back"]),
            (.ios, nil, ["https://shop.test/back"]), (.web, "shop", []), (.web, "org.acme shop", []),
            (.web, nil, ["http://shop.test/back"]), (.web, nil, ["http://localhost:*/back"]),
        ]
        for (template, appID, returnURLs) in mistakes {
            #expect(throws: ConfigurationFaults.self, "\(template) \(appID ?? "") \(returnURLs)") {
                try Self.make(template, appID: appID, returnURLs: returnURLs, in: folder)
            }
        }
    }

    @Test(arguments: ProjectTemplate.allCases)
    func `prints text that can be pasted`(_ template: ProjectTemplate) throws {
        let folder = try ConfigurationTests.Folder()
        let setup = try Self.make(template, in: folder)
        let (settings, guarded) = (Self.settings(setup), Self.settings(setup, needsToken: true))
        let lines = settings.text.split(separator: "\n").map(String.init)
        for (name, value) in settings.members where name != "template" && template != .empty {
            #expect(settings.text.contains(value), "\(name)")
        }
        let calls = lines.filter { $0.contains("/_emulator/") }
        #expect(!calls.isEmpty && calls.allSatisfy { $0.hasPrefix("curl ") })
        for call in guarded.text.split(separator: "\n") where call.contains("/_emulator/") {
            #expect(call.contains("Authorization: Bearer $EMULATOR_CONTROL_TOKEN"))
        }
        #expect(template != .spa || settings.text.contains("appleid.auth.js"))
        #expect(!settings.text.contains("PRIVATE KEY-----"))
    }
}

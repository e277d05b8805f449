import ChildPrograms
import Foundation
import JSONWebTokens
import SignInServer
import TestDoubles
import Testing

@testable import siwa

/// `siwa setup` with answers that are given as options or in a file.
@Suite final class SetupOptionTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.path + "/siwa.json"
        for id in ["FGHIJ67890", "EMUKEY0001"] {
            _ = try folder.write(SigningKey.makeES256(keyID: id).pemRepresentation, to: "AuthKey_\(id).p8")
        }
    }

    private func setup(_ options: [String], input: String = "") async throws -> Program.Ended {
        try await Program.siwa.run(["setup", "--config", file] + options, input: input, folder: folder.url.path)
    }

    private func team() throws -> TeamConfiguration {
        let json = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        return try #require(try ServerConfiguration(json: json).teams.first)
    }

    @Test func `options give every answer, and nothing is asked`() async throws {
        let ended = try await setup([
            "--public-url", "https://id.example.com", "--listen", "127.0.0.1:8181", "--trusted-proxies", "10.0.0.0/8",
            "--data-folder", "data", "--team-id", "ABCDE12345", "--key-file", "AuthKey_FGHIJ67890.p8", "--key-id",
            "FGHIJ67890", "--bundle-id", "com.example.watch", "--services-id", "com.example.web", "--primary-app-id",
            "com.example.app", "--return-urls", "https://www.example.com/", "--mail-from", "accounts@example.com",
        ])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(!ended.errors.contains("Team ID"))
        let team = try team()
        #expect(team.teamID == "ABCDE12345" && team.keys.first?.file == folder.url.path + "/AuthKey_FGHIJ67890.p8")
        #expect(team.clients.map(\.id) == ["com.example.watch", "com.example.web"])
        #expect(team.clients.map(\.primaryAppID) == ["com.example.app", "com.example.app"])
    }

    @Test func `a file gives answers, an option stands above it, and the rest takes the proposals`() async throws {
        let answers = try folder.write(
            """
            {"public_url": "https://id.example.com", "team_id": "ABCDE12345", "key_file": "AuthKey_FGHIJ67890.p8",
             "bundle_id": "com.example.app", "services_id": "com.example.web",
             "return_urls": ["https://www.example.com/", "https://shop.example.com/"]}
            """, to: "answers.json")
        let ended = try await setup([
            "--answers", answers, "--bundle-id", "none", "--primary-app-id", "com.example.app",
        ])
        #expect(ended.status == 0, "\(ended.errors)")
        let team = try team()
        #expect(team.clients.map(\.id) == ["com.example.web"] && team.clients.first?.returnURLs.count == 2)
        #expect(team.keys.map(\.id) == ["FGHIJ67890"], "the name of the key's file proposes it")
    }

    @Test(arguments: [
        (["--team-id", "com.example.app"], "--team-id: \"com.example.app\": This looks like a bundle ID"),
        ([], "--team-id: An answer is required. developer.apple.com"),
        (["--team-id", "ABCDE12345", "--key-file", "nothing.p8"], "--key-file: "),
        (
            ["--team-id", "ABCDE12345", "--key-file", "key -----BEGIN PRIVATE KEY-----"],
            "--key-file: Name the file, never"
        ),
        (["--trusted-proxies", "127.0.0.1", "--public-url", "http://localhost:8080"], "belongs to an https address"),
        (["--answers", "/nowhere.json"], "/nowhere.json: there is no such file"),
    ])
    func `what cannot be used is named by its option, and nothing is written`(
        _ options: [String], _ reason: String
    ) async throws {
        let ended = try await setup(["--public-url", "https://id.example.com"] + options, input: "ABCDE12345\n")
        #expect(ended.status == 2)
        #expect(ended.errors.contains(reason), "\(ended.errors)")
        #expect(!ended.errors.contains("BEGIN"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test(arguments: [
        ("{\n\"team_id\": \"ABCDE12345\",\n}", ":2:24: a comma without a value after it"),
        (#"{"teamid": "ABCDE12345"}"#, "teamid: unknown key; did you mean team_id?"),
        (#"{"return_urls": "https://www.example.com/"}"#, "return_urls: must be a list of strings"),
    ])
    func `a fault in the file of answers is named with its place`(_ text: String, _ reason: String) async throws {
        let ended = try await setup(["--answers", try folder.write(text, to: "answers.json")])
        #expect(ended.status == 2 && ended.errors.contains(reason), "\(ended.errors)")
    }

    @Test func `an emulator on another port is started on that port`() async throws {
        let ended = try await setup([
            "--emulator", "http://idp.localhost:9180", "--public-url", "http://localhost:8190", "--key-file",
            "AuthKey_EMUKEY0001.p8",
        ])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.output.contains(
                "apple-id-emulator --listen idp.localhost:9180 --keys-in \(folder.url.path) "
                    + "--return-url http://localhost:8190/web/callback\n"))
        #expect(ended.output.contains("Then open http://localhost:8190/web/account in a browser."))
    }

    @Test func `an emulator that has to know other clients gets a file that it reads`() async throws {
        let ended = try await setup([
            "--emulator", "https://idp.localhost", "--public-url", "https://id.example.com", "--team-id", "ABCDE12345",
            "--key-file", "AuthKey_FGHIJ67890.p8", "--bundle-id", "com.shop.app", "--services-id", "com.shop.web",
        ])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("apple-id-emulator --config emulator.json --listen idp.localhost:443 --tls\n"))
        let lines = ended.output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        let start = try #require(lines.firstIndex(of: "{"))
        let end = try #require(lines.lastIndex(of: "}"))
        let object = try StrictJSONReader.readObject(Array(lines[start...end].joined(separator: "\n").utf8))
        let team = try #require(object["teams"]?.object?["main"]?.object)
        #expect(team["apps"]?.object?.names == ["com.shop.app"] && team["team_id"]?.string == "ABCDE12345")
        #expect(team["services"]?.object?["com.shop.web"]?.object?["return_urls"]?.array?.count == 1)
    }

    @Test func `words of a printed command are quoted where a shell would split them`() {
        #expect(ShellWord.quoted("/srv/siwa.json") == "/srv/siwa.json")
        #expect(ShellWord.quoted("/srv/my data/siwa.json") == "'/srv/my data/siwa.json'")
        #expect(ShellWord.quoted("it's") == "'it'\\''s'")
    }
}

import ChildPrograms
import Foundation
import JSONWebTokens
import SignInFlows
import SignInServer
import TestDoubles
import Testing

@testable import siwa

/// `siwa setup`, from the questions to the file and the steps at Apple.
@Suite struct SetupTests {
    /// Every answer for an app and a website, in the order of the questions.
    private static func lines(key: String) -> [String] {
        [
            "https://ID.example.com/", "", "", "/srv/siwa", "ABCDE12345", key, "", "com.example.app", "com.example.web",
            "https://www.example.com/welcome, https://shop.example.com/", "",
        ]
    }

    private func interview(_ lines: [String], isInteractive: Bool = false) throws -> (SetupAnswers, shown: String) {
        var rest = lines[...]
        var shown = ""
        let interview = SetupInterview(
            isInteractive: isInteractive, show: { shown += $0 }, read: { rest.popFirst() },
            isKey: { path throws(SetupQuestion.Fault) in
                if path.contains("missing") { throw SetupQuestion.Fault(reason: "\(path): no such file.") }
            })
        return (try interview.answers(emulator: nil, folder: "/srv"), shown)
    }

    @Test func `the answers become a configuration that the service starts with`() throws {
        let (answers, _) = try interview(Self.lines(key: "/etc/siwa/AuthKey_FGHIJ67890.p8"))
        let settings = try ServerConfiguration(json: Array(VisibleJSON.lines(answers.configuration).utf8))
        #expect(settings.publicURL?.origin == "https://id.example.com")
        #expect(settings.database == "/srv/siwa/siwa.sqlite" && settings.secretsDirectory == "/srv/siwa/secrets")
        #expect(settings.limits.trustedProxies.count == 2)
        let team = try #require(settings.teams.first)
        #expect(team.teamID == "ABCDE12345")
        #expect(team.keys.map(\.id) == ["FGHIJ67890"])
        #expect(team.keys.map(\.file) == ["/etc/siwa/AuthKey_FGHIJ67890.p8"])
        #expect(team.clients.map(\.id) == ["com.example.app", "com.example.web"])
        #expect(team.clients.last?.returnURLs == ["https://www.example.com/welcome", "https://shop.example.com/"])
        #expect(settings.mail == nil && !settings.policy.passwords.isOn)
        #expect(settings.warnings.isEmpty)
    }

    @Test func `an address on this machine needs no proxy, and mail switches passwords on`() throws {
        let (answers, _) = try interview([
            "http://localhost:8080", "", "", "ABCDE12345", "key.p8", "FGHIJ67890", "", "com.example.web",
            "com.example.app", "", "accounts@example.com",
        ])
        let settings = try ServerConfiguration(json: Array(VisibleJSON.lines(answers.configuration).utf8))
        #expect(settings.limits.trustedProxies.isEmpty)
        #expect(settings.mail?.from == "accounts@example.com" && settings.policy.passwords.isOn)
        #expect(settings.teams.first?.clients.map(\.name) == ["web"])
        // Apple's notifications name it.
        #expect(settings.teams.first?.clients.map(\.primaryAppID) == ["com.example.app"])
    }

    @Test(arguments: [
        (0, "http://id.example.com"), (0, "https://id.example.com/path"), (0, ""), (1, "8080"),
        (2, "proxy.example.com"),
        (4, "abcde12345"), (4, "ABCDE1234"), (4, ""), (5, "missing.p8"), (5, ""), (6, "FGHIJ6789"), (7, "app"),
        (6, "ABCDE12345"), (6, "AuthKey_FGHIJ67890"), (7, "ABCDE12345.com.example.app"), (7, "com.example.app."),
        (7, "com..example"), (7, "com.example.*"), (8, "com/example"), (8, "com.example.app"), (8, "1596750535"),
        (9, "ftp://example.com"), (9, "example.com"), (9, "https://"), (9, "https://x.example/y#fragment"),
        (9, "https://user:password@x.example/"), (9, "http://localhost.evil.example/"),
        (10, "nobody"),
    ])
    func `an answer that cannot be used is refused, and a person is asked again`(_ place: Int, _ wrong: String) throws {
        var lines = Self.lines(key: "AuthKey_FGHIJ67890.p8")
        let right = lines[place]
        lines[place] = wrong
        let failure = #expect(throws: SetupInterview.Failure.self) { try interview(lines) }
        #expect(
            place == 5 || wrong.isEmpty || failure?.description.contains(wrong) == true, "the refused answer is shown")
        lines.insert(right, at: place + 1)
        let (answers, shown) = try interview(lines, isInteractive: true)
        #expect(answers == (try interview(Self.lines(key: "AuthKey_FGHIJ67890.p8")).0))
        #expect(shown.contains("https://id.example.com"))
    }

    @Test func `without an app and a Services ID nobody could sign in`() throws {
        var lines = Self.lines(key: "AuthKey_FGHIJ67890.p8")
        lines[7] = ""
        lines[8] = ""
        let failure = #expect(throws: SetupInterview.Failure.self) { try interview(lines) }
        #expect(failure?.description.hasPrefix("Services ID: An answer is required. For browsers") == true)
    }

    @Test func `the Key ID is read from the name that Apple gave the file`() {
        #expect(SetupInterview.keyID(ofFile: "/etc/siwa/AuthKey_FGHIJ67890.p8") == "FGHIJ67890")
        #expect(SetupInterview.keyID(ofFile: "AuthKey_FGHIJ67890 (1).p8") == nil)
        #expect(SetupInterview.keyID(ofFile: "key.p8") == nil)
    }

    @Test(arguments: [("/home/ada/trial", "/home/ada/trial"), ("/etc/siwa", "/var/lib/siwa")])
    func `a trial keeps its data beside its configuration, an installation in /var`(
        _ folder: String, _ data: String
    ) throws {
        var rest = ["http://localhost:8080", "", "", "", "AuthKey_EMUKEY0001.p8", "", "", "", "", ""][...]
        let interview = SetupInterview(
            isInteractive: false, show: { _ in }, read: { rest.popFirst() }, isKey: { _ throws(SetupQuestion.Fault) in }
        )
        let answers = try interview.answers(emulator: "http://idp.localhost:9080", folder: folder)
        #expect(answers.dataFolder == data && answers.teamID == "EMUTEAM001" && answers.keyID == "EMUKEY0001")
    }

    @Test func `the steps at Apple name every value to enter`() throws {
        let (answers, _) = try interview(Self.lines(key: "/etc/siwa/AuthKey_FGHIJ67890.p8"))
        let text = RemainingSteps(answers: answers, file: "siwa.json").text
        for value in [
            "the App ID com.example.app", "Endpoint: https://id.example.com/apple/notifications",
            "Services ID com.example.web", "Domains and Subdomains: id.example.com\n",
            "Return URLs: https://id.example.com/web/callback", "choose FGHIJ67890", "siwa doctor --config siwa.json",
            "App Review (guideline 4.8)",
        ] {
            #expect(text.contains(value), "\(value)")
        }
        #expect(!text.contains("Email Communication"))
    }

    @Test func `piped answers write the file once, and replace it only when told to`() async throws {
        let folder = try TemporaryFolder()
        let key = try folder.write(
            SigningKey.makeES256(keyID: "EMUKEY0001").pemRepresentation, to: "AuthKey_EMUKEY0001.p8")
        let file = folder.url.path + "/siwa.json"
        let answers = ["https://id.example.test", "", "", folder.url.path, "", key, "", "", "", "", ""]
        let arguments = ["setup", "--config", file, "--emulator", "http://localhost:9080"]
        func run(_ options: [String] = []) async throws -> Program.Ended {
            try await Program.siwa.run(arguments + options, input: answers.joined(separator: "\n") + "\n")
        }
        let first = try await run()
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("--return-url https://id.example.test/web/callback"))
        let written = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(try ServerConfiguration(json: [UInt8](written)).teams.first?.teamID == "EMUTEAM001")

        let second = try await run()
        #expect(second.status == 2 && second.errors.contains("--replace"))
        let third = try await run(["--replace"])
        #expect(third.status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file + ".previous")) == written)
    }

    @Test func `a replaced file keeps its mode, and a folder in the way of its copy stays`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "siwa.json", mode: 0o640)
        let writing = try ConfigurationWriting(file)
        try writing.requireWritable()
        try writing.write("new")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o640)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
        #expect(try String(contentsOfFile: file + ".previous", encoding: .utf8) == "{}")

        let fresh = try ConfigurationWriting(folder.url.path + "/fresh.json")
        try fresh.write("first")
        let freshMode = try FileManager.default.attributesOfItem(atPath: fresh.path)[.posixPermissions] as? NSNumber
        #expect(freshMode?.intValue == 0o644)
        let inTheWay = fresh.path + ".previous/precious"
        try FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: true)
        #expect(throws: ConfigurationWriting.Failure.self) { try fresh.write("second") }
        #expect(FileManager.default.fileExists(atPath: inTheWay))
        #expect(try String(contentsOfFile: fresh.path, encoding: .utf8) == "first")
    }

    @Test func `a link to the configuration stays a link`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "real.json")
        let link = folder.url.path + "/siwa.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try ConfigurationWriting(link).write("new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    }

    @Test func `setup writes and gives away no file behind a link that lies in wait`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "siwa.json")
        let precious = try folder.write("precious", to: "precious", mode: 0o600)
        for name in ["siwa.json.part", "siwa.json.previous.part"] {
            let link = folder.url.path + "/" + name
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: precious)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        try ConfigurationWriting(file).write("new")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        let mode = try FileManager.default.attributesOfItem(atPath: precious)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test func `setup leaves a link that takes the place of the copy`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "siwa.json")
        let precious = try folder.write("precious", to: "precious")
        try FileManager.default.createSymbolicLink(atPath: file + ".previous", withDestinationPath: precious)
        let writing = try ConfigurationWriting(file)
        #expect(throws: ConfigurationWriting.Failure.self) { try writing.write("new") }
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{}")
    }

    @Test func `a file that becomes a link before setup replaces it is not read`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "siwa.json")
        let precious = try folder.write("precious", to: "precious")
        let writing = try ConfigurationWriting(file)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: precious)
        #expect(throws: ConfigurationWriting.Failure.self) { try writing.write("new") }
        #expect(!FileManager.default.fileExists(atPath: file + ".previous"))
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make another user's link"))
    func `setup follows no link of another user`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "real.json")
        let link = folder.url.path + "/siwa.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(lchown(link, 12_345, 12_345) == 0)
        #expect(throws: ConfigurationWriting.Failure.self) { _ = try ConfigurationWriting(link) }
    }

    @Test func `a place where nothing can be written is named before the first question`() async throws {
        let folder = try TemporaryFolder()
        let missing = try await Program.siwa.run(["setup", "--config", folder.url.path + "/nowhere/siwa.json"])
        #expect(missing.status != 0 && missing.errors.contains("there is no such folder"))
        #expect(!missing.errors.contains("Public address"))
        let emulator = try await Program.siwa.run(
            ["setup", "--config", folder.url.path + "/siwa.json", "--emulator", "idp.localhost"])
        #expect(emulator.status == 2 && emulator.errors.contains("--emulator"))
    }

    @Test func `a key that others may read is refused, and nothing is written`() async throws {
        let folder = try TemporaryFolder()
        let key = try folder.write(SigningKey.makeES256(keyID: "K").pemRepresentation, to: "AuthKey_FGHIJ67890.p8")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let ended = try await Program.siwa.run(
            ["setup", "--config", folder.url.path + "/siwa.json"],
            input: Self.lines(key: key).joined(separator: "\n") + "\n")
        #expect(ended.status == 2, "\(ended.errors)")
        #expect(ended.errors.contains("users other than its owner have access"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/siwa.json"))
    }
}

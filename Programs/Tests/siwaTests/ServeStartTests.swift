import ChildPrograms
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

/// `siwa serve` as an operator starts it. In these tests it ends by itself: the start is refused, or the address cannot
/// be bound.
@Suite struct ServeStartTests {
    /// A configuration in the folder, with a database in `data`. Nothing answers for Apple.
    private func configuration(in folder: borrowing TemporaryFolder, members: String = "") throws -> String {
        let places = #""listen": "192.0.2.1:8080", "database": "data/accounts.sqlite", "secrets_directory": "secrets","#
        return try folder.writeConfiguration(members + places)
    }

    private static let publicURL = #""public_url": "https://id.example.com","#

    private func serve(_ configuration: String) async throws -> Program.Ended {
        try await Program.siwa.run(["serve", "--config", configuration])
    }

    private func makeDataFolder(in folder: borrowing TemporaryFolder) throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "data"), withIntermediateDirectories: false)
    }

    private func names(in folder: borrowing TemporaryFolder, _ path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: path).path)
        return (names ?? []).sorted()
    }

    @Test func `a first start that failed can be repeated`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(in: folder, members: Self.publicURL)
        let failed = try await serve(configuration)
        #expect(failed.status == 3 && failed.errors.contains("does not exist, so no database can be created in it"))
        #expect(!names(in: folder, "secrets").contains("master.key"))
        try makeDataFolder(in: folder)
        let repeated = try await serve(configuration)
        #expect(!repeated.errors.contains("database_missing"))
        #expect(names(in: folder, "data").contains("accounts.sqlite"))
        #expect(names(in: folder, "secrets").contains("master.key"))
    }

    @Test func `an address that cannot be used is named in plain words`() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.writeConfiguration()
        let ended = try await Program.siwa.run(["serve", "--config", config])
        #expect(ended.status == 3)
        #expect(ended.errors.contains("cannot listen on 192.0.2.1:8080: it is not an address of this machine"))
    }

    @Test func `a folder of keys that cannot be made is named in plain words`() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.writeConfiguration(
            SampleConfiguration.unbindable + #""secrets_directory": "/proc/nothing/secrets","#)
        let ended = try await Program.siwa.run(["serve", "--config", config])
        #expect(ended.status != 0)
        #expect(ended.errors.contains("/proc/nothing/secrets: the folder of the service's keys cannot be created"))
        #expect(!ended.errors.contains("NSCocoaErrorDomain"))
    }

    @Test func `a key of Apple's that others may read keeps the service from starting`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(in: folder, members: Self.publicURL)
        try makeDataFolder(in: folder)
        let key = folder.url.appending(path: "key.p8").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        let refused = try await serve(configuration)
        #expect(refused.status == 2 && refused.errors.contains("teams.main.keys.TESTKEY001: \(key): users other"))
        try FileManager.default.removeItem(atPath: key)
        let missing = try await serve(configuration)
        #expect(missing.status == 2 && missing.errors.contains("teams.main.keys.TESTKEY001: \(key): No such file"))
        #expect(names(in: folder, "data").isEmpty)
    }

    @Test func `every key that cannot be used is named with its ID, its file and the reason`() async throws {
        let folder = try TemporaryFolder()
        let pem = try SigningKey.makeRS256(keyID: "KEY0000002").pemRepresentation
        let rsa = try folder.write(pem, to: "AuthKey_KEY0000002.p8", mode: 0o600)
        let text = try folder.write("nothing", to: "AuthKey_KEY0000003.p8", mode: 0o600)
        let keys = #""KEY0000002": {"file": "\#(rsa)"}, "KEY0000003": {"file": "\#(text)"}"#
        let configuration = try folder.write(
            #"{"public_url": "https://id.example.com", "teams": {"main": {"team_id": "ABCDE12345", "keys": {\#(keys)}, "#
                + #""clients": {"app": {"id": "com.example.app", "kind": "native"}}}}}"#, to: "two.json")
        let refused = try await serve(configuration)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("teams.main.keys.KEY0000002: \(rsa): this is an RSA key; the P-256 key"))
        #expect(refused.errors.contains("teams.main.keys.KEY0000003: \(text): "))
    }

    @Test func `a lost master key is not replaced beside a database`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(in: folder, members: Self.publicURL)
        try makeDataFolder(in: folder)
        _ = try await serve(configuration)
        let secrets = names(in: folder, "secrets")
        try FileManager.default.removeItem(at: folder.url.appending(path: "secrets/master.key"))
        let refused = try await serve(configuration)
        #expect(refused.status == 3)
        #expect(refused.errors.contains("master_key_missing"))
        #expect(names(in: folder, "secrets") == secrets.filter { $0 != "master.key" })
    }

    @Test func `a lost database is not replaced beside a master key`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(in: folder, members: Self.publicURL)
        try makeDataFolder(in: folder)
        _ = try await serve(configuration)
        for name in names(in: folder, "data") {
            try FileManager.default.removeItem(at: folder.url.appending(path: "data/\(name)"))
        }
        let refused = try await serve(configuration)
        #expect(refused.status == 3 && refused.errors.contains("database_missing: there is no database at"))
        #expect(refused.errors.contains("Put the database back, or restore a backup."))
        #expect(names(in: folder, "data").isEmpty)
    }

    @Test(arguments: [
        (publicURL, true), (publicURL + #""trusted_proxies": ["127.0.0.1"],"#, false),
        (publicURL + #""rate_limits": {"per_minute": 0},"#, true),
        (#""public_url": "http://localhost:8080","#, false),
    ])
    func `warns that behind an unknown proxy everybody is one client, and nobody an operator`(
        members: String, isWarned: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let ended = try await serve(try configuration(in: folder, members: members))
        #expect(ended.errors.contains("trusted_proxies") == isWarned)
        #expect(ended.errors.contains("scope operations") == isWarned)
    }

    @Test func `does not start without a team, and says so`() async throws {
        let folder = try TemporaryFolder()
        let ended = try await Program.siwa.run(["serve", "--config", folder.write("{}", to: "empty.json")])
        #expect(ended.status == 2)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains("teams: at least one team with a key and a client is required"))
    }

    @Test(arguments: [["serve"], ["doctor"], ["accounts", "find", "--email", "a@example.com"]])
    func `siwa.json of the folder is read, and a missing one is named with what to do`(command: [String]) async throws {
        let folder = try TemporaryFolder()
        let missing = try await Program.siwa.run(command, folder: folder.url.path)
        #expect(missing.status == 2)
        #expect(missing.errors.contains("there is no siwa.json in this folder; name the file with --config"))
        _ = try folder.write("{\n  \"listen\": \"127.0.0.1:8080\",\n}", to: "siwa.json")
        let faulty = try await Program.siwa.run(command, folder: folder.url.path)
        #expect(faulty.status == 2)
        #expect(faulty.errors.contains("- siwa.json:2:29: a comma without a value after it"))
        #expect(!faulty.errors.contains("teams"), "it follows from the first fault")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make another user's file"))
    func `a siwa.json of another user is read only if it is named`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "siwa.json", mode: 0o644)
        #expect(chown(file, 12_345, 12_345) == 0)
        let ended = try await Program.siwa.run(["serve"], folder: folder.url.path)
        #expect(ended.status == 2 && ended.errors.contains("belongs to another user; to use it, name it with --config"))
    }

    @Test func `a siwa.json that is a link is read only if it is named`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "elsewhere.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("siwa.json").path, withDestinationPath: file)
        let ended = try await Program.siwa.run(["serve"], folder: folder.url.path)
        #expect(ended.status == 2 && ended.errors.contains("is a link; to use it, name it with --config"))
    }

    @Test func `does not start without its file`() async throws {
        let ended = try await Program.siwa.run(["serve", "--config", "/nowhere/siwa.json"])
        #expect(ended.status == 2)
        #expect(ended.errors.contains("/nowhere/siwa.json: there is no such file"))
        let folder = try await Program.siwa.run(["serve", "--config", "/tmp"])
        #expect(folder.errors.contains("/tmp: this is a folder"))
    }

    @Test func `wrong options are wrong usage`() async throws {
        #expect(try await Program.siwa.run(["serve", "--nothing"]).status == 2)
    }

    @Test(arguments: [
        (["sevre", "--config", "siwa.json"], "there is no command \"sevre\"; did you mean serve?"),
        (["accounts", "fnid", "--email", "a@example.com"], "there is no command \"fnid\"; did you mean find?"),
        (["something", "--config", "siwa.json"], "there is no command \"something\"\n"),
    ])
    func `a misspelt command is named with the nearest one, and not the option behind it`(
        _ words: [String], _ reason: String
    ) async throws {
        let ended = try await Program.siwa.run(words)
        #expect(ended.status == 2 && ended.output.isEmpty)
        #expect(ended.errors.contains(reason) && !ended.errors.contains("Unknown option"), "\(ended.errors)")
    }

    @Test(arguments: [["tokens", "inspect"], ["help", "serve"], ["doctor", "check", "--help"]])
    func `a command is also known by its other name, and help is one`(_ words: [String]) async throws {
        let ended = try await Program.siwa.run(words, input: "a.b.c")
        #expect(!ended.errors.contains("there is no command"), "\(ended.errors)")
    }
}

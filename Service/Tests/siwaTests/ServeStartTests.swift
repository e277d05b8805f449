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
}

import Foundation
import JSONWebTokens
import PrivateFiles
import SignInBackground
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

@Suite struct SecretsDirectoryTests {
    private struct Stopped: Error {}

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func paths(in folder: borrowing TemporaryFolder) -> (secrets: String, database: String) {
        (folder.url.appending(path: "secrets").path, folder.url.appending(path: "accounts.sqlite").path)
    }

    private func open(
        _ folder: borrowing TemporaryFolder, _ openDatabase: (Bool) throws -> Void
    ) throws -> SecretsDirectory {
        let (secrets, database) = paths(in: folder)
        return try SecretsDirectory.open(secrets, now: Self.now, databasePath: database, openDatabase: openDatabase)
            .secrets
    }

    private func files(_ folder: borrowing TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: paths(in: folder).secrets)
            .map { $0.hasPrefix("access-token-") ? "access-token" : $0 }.sorted()
    }

    private func makeDatabase(_ folder: borrowing TemporaryFolder) {
        _ = FileManager.default.createFile(atPath: paths(in: folder).database, contents: nil)
    }

    @Test func `makes keys and database at the first start only`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let first = try open(folder) { mayCreate in
            #expect(mayCreate)
            let names = try FileManager.default.contentsOfDirectory(atPath: path + "/secrets")
            #expect(!names.contains("master.key"))
        }
        #expect(try files(folder) == ["access-token", "master.key"])
        let master = paths(in: folder).secrets + "/master.key"
        let attributes = try FileManager.default.attributesOfItem(atPath: master)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let folderAttributes = try FileManager.default.attributesOfItem(atPath: paths(in: folder).secrets)
        #expect((folderAttributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        let kept = try Data(contentsOf: URL(filePath: master))
        let second = try open(folder) { mayCreate in #expect(!mayCreate) }
        #expect(try Data(contentsOf: URL(filePath: master)) == kept)
        #expect(second.accessTokenKeys.signing.keyID == first.accessTokenKeys.signing.keyID)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644])
    func `refuses a key that others can get at`(mode: Int) throws {
        let folder = try TemporaryFolder()
        _ = try open(folder) { _ in }
        let master = paths(in: folder).secrets + "/master.key"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: master)
        #expect(throws: PrivateFile.Failure.self) { try open(folder) { _ in } }
    }

    @Test(arguments: [false, true])
    func `refuses a folder that others can enter, also before the first start`(hasStarted: Bool) throws {
        let folder = try TemporaryFolder()
        let secrets = paths(in: folder).secrets
        if hasStarted {
            _ = try open(folder) { _ in }
        } else {
            try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: false)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: secrets)
        let failure = #expect(throws: PrivateFile.Failure.self) { try open(folder) { _ in } }
        #expect(failure?.description.contains("use chmod go= on it") == true)
        #expect(try files(folder).contains("master.key") == hasStarted)
    }

    @Test func `never overwrites a file`() throws {
        let folder = try TemporaryFolder()
        _ = try open(folder) { _ in }
        let master = paths(in: folder).secrets + "/master.key"
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.create(master, [1]) }
        #expect(try Data(contentsOf: URL(filePath: master)).count == 65)
    }

    @Test func `a first start that is refused its database leaves no master key`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: Stopped.self) { try open(folder) { _ in throw Stopped() } }
        #expect(try files(folder) == ["access-token"])
        _ = try open(folder) { mayCreate in #expect(mayCreate) }
        #expect(try files(folder) == ["access-token", "master.key"])
    }

    @Test func `a first start that ends between database and master key is taken up again`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: Stopped.self) {
            try open(folder) { _ in
                makeDatabase(folder)
                throw Stopped()
            }
        }
        #expect(try files(folder) == ["access-token", "master.key.draft"])
        _ = try open(folder) { mayCreate in #expect(mayCreate) }
        #expect(try files(folder) == ["access-token", "master.key"])
    }

    @Test func `a file that was half written is written anew`() throws {
        let folder = try TemporaryFolder()
        let secrets = paths(in: folder).secrets
        try FileManager.default.createDirectory(
            atPath: secrets, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // The second name is the one that an earlier version gave.
        for path in [PrivateFile.draftName(of: secrets + "/master.key.draft"), secrets + "/master.key.draft.part"] {
            try Data("00".utf8).write(to: URL(filePath: path))
        }
        _ = try open(folder) { _ in }
        #expect(try files(folder) == ["access-token", "master.key"])
    }

    @Test func `makes nothing beside a database whose master key is gone`() throws {
        let folder = try TemporaryFolder()
        makeDatabase(folder)
        #expect(throws: SecretsDirectory.MasterKeyMissing.self) {
            try open(folder) { _ in Issue.record("the database was opened") }
        }
        #expect(try files(folder).isEmpty)
    }

    @Test func `the keys that do not sign are published`() throws {
        let folder = try TemporaryFolder()
        let old = try #require(try open(folder) { _ in }.accessTokenKeys.signing.keyID)
        let young = "\(Int(Self.now.timeIntervalSince1970) + 1)-young"
        let pem = SigningKey.makeES256(keyID: young).pemRepresentation
        _ = try folder.write(pem, to: "secrets/access-token-\(young).pem")
        let (secrets, database) = paths(in: folder)
        let later = Self.now.addingTimeInterval(600)
        let opened = try SecretsDirectory.open(secrets, now: later, databasePath: database) { _ in }.secrets
            .accessTokenKeys
        #expect(opened.signing.keyID == old && opened.others.map(\.keyID) == [young])
        let latest = try SecretsDirectory.open(
            secrets, now: later.addingTimeInterval(1), databasePath: database
        ) { _ in }.secrets.accessTokenKeys
        #expect(latest.signing.keyID == young && latest.others.map(\.keyID) == [old])
    }

    @Test func `a key for ID tokens is made once the service is an OpenID Provider, and signs at once`() throws {
        let folder = try TemporaryFolder()
        #expect(try open(folder) { _ in }.idTokenKeys == nil)
        let (secrets, database) = paths(in: folder)
        func keys(after days: Double) throws -> SigningKeySet {
            let now = Self.now.addingTimeInterval(days * 86_400)
            return try #require(
                try SecretsDirectory.open(secrets, now: now, signsIDTokens: true, databasePath: database) { _ in }
                    .secrets.idTokenKeys)
        }
        let made = try keys(after: 1)
        #expect(made.signing.algorithm == .rs256 && made.others.isEmpty && made.formerKeys.isEmpty)
        #expect(try keys(after: 100).signing.keyID == made.signing.keyID)
        let file = secrets + "/id-token-\(try #require(made.signing.keyID)).pem"
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try files(folder).count == 3)
    }
}

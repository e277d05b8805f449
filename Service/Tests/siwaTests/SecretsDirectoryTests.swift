import Foundation
import JSONWebTokens
import Testing

@testable import siwa

@Suite struct SecretsDirectoryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("siwa-\(UUID().uuidString)").path

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `keys are made once, for their owner only`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try SecretsDirectory(path: folder, now: Date(timeIntervalSince1970: 1_790_000_000))
        #expect(first.isNew)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2)
        #expect(try mode(folder) == 0o700)
        for name in names { #expect(try mode(folder + "/" + name) == 0o600) }
        let second = try SecretsDirectory(path: folder, now: Date(timeIntervalSince1970: 1_790_000_001))
        #expect(!second.isNew)
        #expect(second.signingKey.keyID == first.signingKey.keyID)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.sorted())
    }

    @Test func `the newest key signs and the older ones are kept`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try SecretsDirectory(path: folder, now: Date(timeIntervalSince1970: 1_790_000_000))
        let newer = SigningKey.makeES256(keyID: "1790000001-aa")
        try PrivateFile.create(folder + "/access-token-1790000001-aa.pem", Array(newer.pemRepresentation.utf8))
        let second = try SecretsDirectory(path: folder, now: Date(timeIntervalSince1970: 1_790_000_002))
        #expect(second.signingKey.keyID == "1790000001-aa")
        #expect(second.retiredKeys.map(\.keyID) == [first.signingKey.keyID])
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644])
    func `refuses a key that others can get at`(mode: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try SecretsDirectory(path: folder, now: Date())
        let master = folder + "/master.key"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: master)
        #expect(throws: PrivateFile.Failure.self) { try SecretsDirectory(path: folder, now: Date()) }
    }

    @Test func `never overwrites a file`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try SecretsDirectory(path: folder, now: Date())
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.create(folder + "/master.key", [1]) }
    }
}

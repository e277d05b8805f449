import AccountStoragePostgreSQL
import AccountStorageSQL
import ChildPrograms
import Foundation
import JSONWebTokens
import StorageSupport
import TestDoubles
import Testing

/// `siwa` with its accounts on a server, as an operator starts it. 192.0.2.1 is an address for documentation (RFC 5737)
/// that no machine has, so the program exits by itself once the database is open.
@Suite(.needsServer, .timeLimit(.minutes(10))) final class `The program on a server` {
    private let folder: TemporaryFolder
    private let schema: FreshSchema

    init() throws {
        folder = try TemporaryFolder()
        schema = try FreshSchema()
        _ = try folder.write(SigningKey.makeES256(keyID: "TESTKEY001").pemRepresentation, to: "key.p8")
    }

    private func configuration(_ schema: FreshSchema, secrets: String = "secrets") throws -> String {
        try folder.write(
            """
            {"public_url": "https://id.example.com", "listen": "192.0.2.1:8080", "secrets_directory": "\(secrets)",
             "database": "\(schema.url)", "apple": {"base_url": "http://127.0.0.1:9"},
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"TESTKEY001": {"file": "key.p8"}},
               "clients": {"app": {"id": "com.example.app", "kind": "native"}}}}}
            """, to: "\(secrets)-\(schema.name).json")
    }

    @Test func `makes tables and keys at the first start, and finds both at the next`() async throws {
        let config = try configuration(schema)
        let early = try await Program.siwa.run(["migrate", "--config", config])
        #expect(early.status == 3 && early.errors.contains("The database has none of this program's tables."))
        _ = try await Program.siwa.run(["serve", "--config", config])
        let migrated = try await Program.siwa.run(["migrate", "--config", config])
        #expect(migrated.status == 0 && migrated.output == "schema \(Migration.all.count)\n")
        let found = try await Program.siwa.run(["accounts", "find", "--config", config, "--email", "ada@example.com"])
        #expect(found.status == 1 && found.errors == "no account found\n")
    }

    @Test func `refuses to make keys beside accounts that are there, and shows no password`() async throws {
        _ = try await Program.siwa.run(["serve", "--config", try configuration(schema)])
        let other = try await Program.siwa.run(["serve", "--config", try configuration(schema, secrets: "other")])
        #expect(other.status == 3 && other.errors.contains("master_key_missing"))
        let password = try #require(URL(string: schema.url)?.password)
        #expect(!other.errors.contains(password))
    }

    @Test func `leaves a server that is away with status 3`() async throws {
        let config = try folder.write(
            try String(contentsOfFile: configuration(schema), encoding: .utf8)
                .replacing(schema.url, with: "postgresql://siwa:hunter2@127.0.0.1:1/none"), to: "away.json")
        let away = try await Program.siwa.run(["serve", "--config", config])
        #expect(away.status == 3 && away.errors.contains("The database cannot be reached"))
        #expect(!away.errors.contains("hunter2"))
    }
}

import AccountStorageSQLite
import ChildPrograms
import Foundation
import GRDB
import TestDoubles
import Testing

/// The option `--database` of `siwa serve`.
@Suite struct DatabaseAddressTests {
    @Test(arguments: ["postgresql://siwa:hunter2@127.0.0.1:1/none", "postgres://127.0.0.1:1/none?password=hunter2"])
    func `a password in an argument is refused, and not repeated`(_ address: String) async throws {
        let ended = try await Program.siwa.run(["serve", "--database", address])
        #expect(ended.status == 2 && ended.errors.contains("must not contain a password"))
        #expect(!ended.errors.contains("hunter2"))
    }

    @Test func `a server is asked for, or the build that could is named`() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.writeConfiguration(
            #""database": "postgresql://siwa@127.0.0.1:1/none?connect_timeout=2", "secrets_directory": "secrets","#)
        let ended = try await Program.siwa.run(["migrate", "--config", config])
        #if PostgreSQL
            #expect(ended.status == 3 && ended.errors.contains("The database cannot be reached"))
        #else
            #expect(ended.status == 2 && ended.errors.contains("SIWA_POSTGRESQL=1 swift build"))
        #endif
    }

    @Test func `a file is migrated without serving, and a missing one is not made`() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.writeConfiguration()
        let early = try await Program.siwa.run(["migrate", "--config", config])
        #expect(early.status == 3 && early.errors.contains("There is no database"))
        _ = try await Program.siwa.run(["serve", "--config", config])
        let migrated = try await Program.siwa.run(["migrate", "--config", config])
        #expect(migrated.status == 0 && migrated.output == "schema \(SQLiteAccountDatabase.newestSchema)\n")
    }

    @Test func `an older file is refused with --no-migrate, and served once it was migrated`() async throws {
        let folder = try TemporaryFolder()
        let config = try folder.writeConfiguration()
        // This creates the keys with which the older database is opened.
        _ = try await Program.siwa.run(["serve", "--config", config])
        let path = folder.url.path + "/accounts.sqlite"
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let older = try DatabaseQueue(path: path)
        // The program's own mark, without any step of the schema.
        try await older.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(0x5349_5741)") }
        try older.close()
        let refused = try await Program.siwa.run(["serve", "--no-migrate", "--config", config])
        let advice = "this program needs \(SQLiteAccountDatabase.newestSchema). Migrate it first."
        #expect(refused.status == 3 && refused.errors.contains(advice), "\(refused.errors)")
        let migrated = try await Program.siwa.run(["migrate", "--config", config])
        #expect(migrated.output == "schema \(SQLiteAccountDatabase.newestSchema)\n")
        let served = try await Program.siwa.run(["serve", "--no-migrate", "--config", config])
        #expect(!served.errors.contains("Migrate it first"))
    }
}

import AccountStorage
import AccountStorageSQLite
import ChildPrograms
import Foundation
import GRDB
import TestDoubles
import Testing
import Waiting

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// `siwa backup` and `siwa verify-database` on a real database file, as an operator would use them.
@Suite final class BackupTests {
    private let folder: TemporaryFolder
    private let config: String
    private let service: LivingService

    init() async throws {
        folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        service = try await LivingService(in: folder, clock: TestClock(Date()))
        _ = try await service.beginSession(1)
        _ = try await service.beginSession(2)
        try await keepGrant()
    }

    /// A sealed refresh token of the first account.
    private func keepGrant() async throws {
        let identity = AppleIdentity(
            id: IdentityID(high: 3, low: 1), accountID: AccountID(high: 2, low: 1), issuer: "https://appleid.apple.com",
            teamID: "ABCDE12345", subject: "001234.dddddddddddddddddddddddddddddddd.0004", createdAt: Date())
        let sealed = try #require(
            service.parts.environment.secrets.vault.seal(
                Array("refresh".utf8), for: .refreshToken(identity.id, clientID: "com.example.app"),
                nonce: Array(repeating: 7, count: 12)))
        let grant = AppleGrant(
            identityID: identity.id, clientID: "com.example.app", sealedRefreshToken: sealed, obtainedAt: Date())
        try await service.keep { records throws(StorageFailure) in
            try records.recordIdentity(identity)
            try records.recordGrant(grant)
        }
    }

    private var database: String { folder.url.path + "/accounts.sqlite" }
    private var copy: String { folder.url.path + "/copy.sqlite" }

    private func siwa(_ command: String, _ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run([command, "--config", config] + arguments)
    }

    /// Changes a database file behind the service's back.
    private func change(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Copies the log into the file, as the service does once a minute.
    private func emptyLog() throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(Patience.seconds))
        let queue = try DatabaseQueue(path: database, configuration: configuration)
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try queue.close()
    }

    @Test func `a copy made while the service writes is whole, private and verified`() async throws {
        let service = service
        let writing = Task { for number in 10..<60 { _ = try await service.beginSession(UInt64(number)) } }
        let ended = try await siwa("backup", copy)
        try await writing.value
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("1 sealed values can be opened, verified"))
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try await siwa("verify-database", copy).status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains(".part") })
        // The copy is a database of its own: the service starts from it.
        await service.parts.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
        try FileManager.default.copyItem(atPath: copy, toPath: database)
        let again = try await LivingService(in: folder, clock: TestClock(Date()))
        let found = try await again.parts.environment.database.read { records throws(StorageFailure) in
            try records.findSession(SessionID(high: 1, low: 1))
        }
        #expect(found != nil)
        await again.parts.close()
    }

    @Test func `the database in use is verified without a change`() async throws {
        // Otherwise the service changes the file on a machine that needs a minute for this test.
        try emptyLog()
        let before = try Data(contentsOf: URL(fileURLWithPath: database))
        let ended = try await siwa("verify-database")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
        #expect(ended.output.contains("2 accounts, 2 sessions, 1 sealed values can be opened"))
    }

    @Test func `a backup that is stopped leaves nothing`() async throws {
        let (path, target) = (database, copy)
        let stopped = Task {
            try await SQLiteBackup.copy(path, to: target) { draft in
                #expect(FileManager.default.fileExists(atPath: draft))
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await stopped.value }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("copy") })
    }

    @Test func `an existing file is never replaced`() async throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        let ended = try await siwa("backup", copy)
        #expect(ended.status == 3 && ended.errors.contains("is not replaced"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data("mine".utf8))
    }

    @Test func `a damaged database gives no copy`() async throws {
        try change(database, "DELETE FROM accounts")
        let ended = try await siwa("backup", copy)
        #expect(ended.status == 1)
        #expect(ended.errors.contains("1 rows of identities belong to no row of accounts"))
        #expect(!FileManager.default.fileExists(atPath: copy))
        #expect(try await siwa("verify-database").status == 1)
    }

    @Test func `a copy with broken pages, of another program, or none at all is told apart`() async throws {
        #expect(try await siwa("backup", copy).status == 0)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0xAA, count: 40_960))
        try handle.close()
        let broken = try await siwa("verify-database", copy)
        #expect(broken.status == 1, "\(broken.errors)")
        #expect(broken.errors.contains("damaged"))

        for length in [0, 100, 4_096] {
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
            try handle.truncate(atOffset: UInt64(length))
            try handle.close()
            let short = try await siwa("verify-database", copy)
            #expect(short.status == 1 && short.errors.contains("damaged"), "\(length): \(short.errors)")
        }
        let foreign = folder.url.path + "/foreign.sqlite"
        try change(foreign, "CREATE TABLE t (a)")
        let other = try await siwa("verify-database", foreign)
        #expect(other.status == 3 && other.errors.contains("another program"))

        let none = try await siwa("verify-database", folder.url.path + "/none.sqlite")
        #expect(none.status == 3 && none.errors.contains("There is no database"))
    }

    @Test func `a copy is of no use without the keys of its time, and the report says so`() async throws {
        #expect(try await siwa("backup", copy).status == 0)
        let key = folder.url.path + "/secrets/master.key"
        try FileManager.default.removeItem(atPath: key)
        _ = try folder.write(String(repeating: "ab", count: 32) + "\n", to: "secrets/master.key")
        let ended = try await siwa("verify-database", copy)
        #expect(ended.status == 1 && ended.errors.contains("1 sealed values cannot be opened"))
    }

    @Test func `a copy of a newer version is refused, one of an older version is migrated later`() async throws {
        #expect(try await siwa("backup", copy).status == 0)
        let newest = SQLiteAccountDatabase.newestSchema
        try change(copy, "PRAGMA user_version = \(newest + 1)")
        let newer = try await siwa("verify-database", copy)
        #expect(newer.status == 1 && newer.errors.contains("is newer than this program"))
        try change(copy, "PRAGMA user_version = \(newest - 1)")
        let older = try await siwa("verify-database", copy)
        #expect(older.status == 0 && older.output.contains("migrates it to schema \(newest)"))
    }
}

import AccountStorage
import AccountStorageSQLite
import Foundation
import GRDB
import SignInBackground
import SignInFlows
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

/// The data of earlier schemas, in Tests/Fixtures/installations, with the present programs.
@Suite struct UpgradeTests {
    /// What the people and the backend of a recorded installation hold.
    private struct Held: Decodable {
        let recordedAt: Int
        let account: String
        let externalID: String
        let serviceKey: String
        let usedRefreshToken: String
        let refreshToken: String
        let endedRefreshToken: String

        enum CodingKeys: String, CodingKey {
            case account
            case recordedAt = "recorded_at"
            case externalID = "external_id"
            case serviceKey = "service_key"
            case usedRefreshToken = "used_refresh_token"
            case refreshToken = "refresh_token"
            case endedRefreshToken = "ended_refresh_token"
        }

        var clock: TestClock { TestClock(Date(timeIntervalSince1970: TimeInterval(recordedAt + 60))) }
    }

    private static let installations = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/installations")

    static let recorded: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: installations.path)) ?? []
        return names.filter { $0.hasPrefix("schema-") }.sorted()
    }()

    /// Puts a recorded installation into a folder, with the permissions that version control does not keep.
    private func unpack(_ name: String, into folder: borrowing TemporaryFolder) throws -> Held {
        let (source, files) = (Self.installations.appending(path: name), FileManager.default)
        try files.copyItem(
            at: source.appending(path: "accounts.sqlite"), to: folder.url.appending(path: "accounts.sqlite"))
        let secrets = folder.url.appending(path: "secrets")
        try files.createDirectory(
            at: secrets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for file in try files.contentsOfDirectory(atPath: source.appending(path: "secrets").path) {
            let text = try String(contentsOf: source.appending(path: "secrets/\(file)"), encoding: .utf8)
            _ = try folder.write(text, to: "secrets/\(file)")
        }
        return try JSONDecoder().decode(Held.self, from: Data(contentsOf: source.appending(path: "held.json")))
    }

    private func start(
        in folder: borrowing TemporaryFolder, clock: TestClock
    ) async throws -> ServiceComposition.Parts {
        let parts = try await LivingService(in: folder, clock: clock).parts
        try await parts.restoreWatch.check()
        return parts
    }

    @Test func `the first schema has left an installation`() {
        #expect(Self.recorded.contains("schema-1"))
    }

    @Test(arguments: recorded)
    func `people, backend and sealed values of a recorded installation go on with this version`(
        _ name: String
    ) async throws {
        let folder = try TemporaryFolder()
        let held = try unpack(name, into: folder)
        let parts = try await start(in: folder, clock: held.clock)
        let renewed = try await SessionRenewal(parts.environment).renew(
            refreshToken: held.refreshToken, client: "app")
        #expect(renewed.account.id.text == held.account)
        #expect(renewed.account.givenName == "Grace" && renewed.account.externalID == held.externalID)
        let refused = await #expect(throws: SignInError.self) {
            try await SessionRenewal(parts.environment).renew(refreshToken: held.endedRefreshToken, client: "app")
        }
        #expect(refused == .refused(.sessionEnded))
        _ = try await ServiceCredentials(parts.environment).authenticate(held.serviceKey, for: .accountsRead)
        let sealed = try await DatabaseReport.examine(
            file: folder.url.path + "/accounts.sqlite", secrets: folder.url.path + "/secrets")
        #expect(sealed.faults.isEmpty && sealed.facts.contains("2 sealed values can be opened"))
        await parts.close()
    }

    @Test(arguments: recorded)
    func `the way back is the copy from before the upgrade`(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let held = try unpack(name, into: folder)
        let (database, copy) = (folder.url.path + "/accounts.sqlite", folder.url.path + "/copy.sqlite")
        _ = try await SQLiteBackup.copy(database, to: copy) { _ in }
        // A later version migrates the database and serves for an hour.
        let later = held.clock
        let parts = try await start(in: folder, clock: later)
        later.advance(3_600)
        await parts.restoreWatch.note()
        await parts.close()
        let queue = try DatabaseQueue(path: database)
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA user_version = \(SQLiteAccountDatabase.newestSchema + 1)")
        }
        try queue.close()
        let newer = await #expect(throws: SQLiteOpeningFailure.self) { try await start(in: folder, clock: later) }
        #expect(newer?.code == "database_schema_newer")

        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
        try FileManager.default.copyItem(atPath: copy, toPath: database)
        await #expect(throws: (any Error).self) { try await start(in: folder, clock: later) }
        // As `siwa restored` does, in a process of its own.
        let restored = try await LivingService(in: folder, clock: later).parts
        try await restored.restoreWatch.accept(endsSessions: true)
        await restored.close()
        let back = try await start(in: folder, clock: later)
        let refused = await #expect(throws: SignInError.self) {
            try await SessionRenewal(back.environment).renew(refreshToken: held.refreshToken, client: "app")
        }
        #expect(refused == .refused(.sessionEnded))
        await back.close()
    }
}

import AccountStorage
import AccountStorageSQL
import AccountStorageSQLite
import Foundation
import GRDB
import StorageSupport
import Testing
import Waiting

struct `Opening a database file` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func failure(_ options: SQLiteOptions = SQLiteOptions()) async -> SQLiteOpeningFailure? {
        do throws(SQLiteOpeningFailure) {
            await (try SQLiteAccountDatabase(path: folder.databasePath, options: options)).close()
            return nil
        } catch {
            return error
        }
    }

    private var allowingCreation: SQLiteOptions {
        var options = SQLiteOptions()
        options.createIfMissing = true
        return options
    }

    private func contents() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.databasePath))
    }

    private func write(_ data: Data) throws {
        try data.write(to: URL(fileURLWithPath: folder.databasePath))
    }

    /// Creates and closes a database with enough rows for many pages.
    private func makeDatabase(accounts: Int = 500) async throws {
        let database = try folder.openDatabase()
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            for number in 0..<accounts { try records.recordAccount(.numbered(number, name: "name \(number)")) }
            return .keep(())
        }
        await database.close()
    }

    @Test func `refuses a missing file and makes none, unless allowed`() async throws {
        #expect(await failure() == .missing(path: folder.databasePath))
        #expect(try folder.files == [])
        #expect(await failure(allowingCreation) == nil)
        #expect(await failure() == nil)
        #expect(try folder.files == ["accounts.sqlite"])
    }

    @Test func `makes files that only the owner can read`() async throws {
        let database = try folder.openDatabase()
        try await database.record(.numbered(1))
        for name in try folder.files {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        #expect(try folder.files.count == 3)
        await database.close()
    }

    @Test func `refuses a folder that is not there, and a folder in the file's place`() async throws {
        #expect(throws: SQLiteOpeningFailure.folderMissing(path: folder.path + "/none")) {
            _ = try SQLiteAccountDatabase(path: folder.path + "/none/accounts.sqlite", options: allowingCreation)
        }
        try FileManager.default.createDirectory(atPath: folder.databasePath, withIntermediateDirectories: false)
        #expect(await failure(allowingCreation)?.code == "database_refused")
    }

    @Test(arguments: [0, 1, 15, 16, 99, 100, 4096, 8192, -4096, -1])
    func `refuses a file that was cut, and leaves it as it is`(_ length: Int) async throws {
        try await makeDatabase()
        let whole = try contents()
        let cut = whole.prefix(length < 0 ? whole.count + length : length)
        try write(cut)
        #expect(await failure(allowingCreation)?.code == "database_damaged")
        #expect(try contents() == cut)
    }

    @Test func `refuses a file that was cut while the log had something`() async throws {
        let database = try folder.openDatabase()
        for number in 0..<300 { try await database.record(.numbered(number)) }
        await database.close()
        let again = try folder.openDatabase()
        try await again.record(.numbered(999))
        let copy = try TemporaryFolder()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.databasePath + suffix, toPath: copy.databasePath + suffix)
        }
        await again.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy.databasePath))
        try file.truncate(atOffset: 16_384)
        try file.close()
        do throws(SQLiteOpeningFailure) {
            _ = try SQLiteAccountDatabase(path: copy.databasePath)
            Issue.record("it was opened")
        } catch {
            #expect(error.code == "database_damaged")
        }
    }

    @Test(arguments: [0, 16, 100, 105])
    func `refuses a file whose first page is rubbish`(_ offset: Int) async throws {
        try await makeDatabase()
        var bytes = try contents()
        bytes.replaceSubrange(offset..<4096, with: Data(repeating: 0xA5, count: 4096 - offset))
        try write(bytes)
        #expect(await failure(allowingCreation)?.code == "database_damaged")
        #expect(try contents() == bytes)
    }

    @Test func `refuses a file marked read-only, even for root`() async throws {
        try await makeDatabase()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: folder.databasePath)
        #expect(await failure() == .readOnly(path: folder.databasePath))
    }

    @Test func `refuses somebody else's database and leaves it as it is`() async throws {
        let other = try folder.openBeside()
        try other.inDatabase { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
        try other.close()
        let before = try contents()
        #expect(await failure(allowingCreation) == .notAnAccountDatabase)
        #expect(try contents() == before)
    }

    @Test func `refuses a newer schema and leaves it as it is`() async throws {
        try await makeDatabase()
        let newer = try folder.openBeside()
        try newer.inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
        try newer.close()
        let before = try contents()
        #expect(await failure() == .newerSchema(found: 99, known: Migration.all.count))
        #expect(try contents() == before)
    }

    @Test func `waits for another process for a bounded time`() async throws {
        try await makeDatabase()
        let other = try folder.openBeside()
        try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        var options = SQLiteOptions()
        options.busyTimeout = 0.05
        #expect(await failure(options) == .locked(path: folder.databasePath))
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(await failure(options) == nil)
        try other.close()
    }

    @Test func `makes one database when several start together`() async throws {
        // Each waits until the others have made the tables.
        var patient = allowingCreation
        patient.busyTimeout = Double(Patience.seconds)
        let (path, options) = (folder.databasePath, patient)
        let databases = try await withThrowingTaskGroup(of: SQLiteAccountDatabase.self) { group in
            for _ in 0..<6 { group.addTask { try SQLiteAccountDatabase(path: path, options: options) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (number, database) in databases.enumerated() { try await database.record(.numbered(number)) }
        for number in databases.indices {
            #expect(try await databases[0].find(Account.numbered(number).id) != nil)
        }
        for database in databases { await database.close() }
        #expect(try folder.files == ["accounts.sqlite"])
    }

    @Test func `finds after a crash what was answered before, and nothing in halves`() async throws {
        // On a slow machine, this may take more than a minute, after which the log would be emptied.
        let database = try folder.openDatabase { $0.secondsBetweenEmptyLogs = 86_400 }
        for number in 0..<50 {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                try records.recordAccount(.numbered(number))
                return .keep(try records.recordAccount(.numbered(1000 + number)))
            }
        }
        // A crash leaves the file and the log, without the shared memory. The end of the log may be missing.
        for lost in [0, 1, 5000] {
            let copy = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: folder.databasePath, toPath: copy.databasePath)
            let log = try Data(contentsOf: URL(fileURLWithPath: folder.databasePath + "-wal"))
            try log.dropLast(lost).write(to: URL(fileURLWithPath: copy.databasePath + "-wal"))
            let survivor = try SQLiteAccountDatabase(path: copy.databasePath)
            var found = 0
            for number in 0..<50 {
                let first = try await survivor.find(Account.numbered(number).id) != nil
                let second = try await survivor.find(Account.numbered(1000 + number).id) != nil
                #expect(first == second)
                if first { found += 1 }
            }
            if lost == 0 { #expect(found == 50) } else { #expect(found < 50 && found > 40) }
            await survivor.close()
        }
        await database.close()
    }
}

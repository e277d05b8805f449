import AccountStorage
import AccountStorageSQL
import AccountStorageSQLite
import Foundation
import GRDB
import StorageSupport
import Testing

struct `The schema` {
    private static let golden = Result { try GoldenSchemas(beside: #filePath) }
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The schema of the file, its version and its application id.
    private func dump() throws -> String {
        let connection = try folder.openBeside()
        let lines = try connection.inDatabase { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? -1
            let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? -1
            return try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
                + ["user_version \(version)", "application_id \(application)"]
        }
        try connection.close()
        return lines.joined(separator: "\n")
    }

    private func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        let connection = try folder.openBeside()
        try connection.inDatabase { try $0.execute(sql: sql, arguments: arguments) }
        try connection.close()
    }

    private func prepare(through steps: [Migration]) async throws {
        await (try folder.openDatabase { $0.schemaSteps = steps }).close()
    }

    @Test(arguments: 1...Migration.all.count)
    func `is after each step what it was when the step was released`(_ step: Int) async throws {
        try await prepare(through: Array(Migration.all.prefix(step)))
        #expect(try GoldenSchemas.digest(dump()) == Self.golden.get().digests[step - 1])
    }

    @Test func `has steps that are numbered in order, each with a recorded result`() async throws {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
        #expect(try Self.golden.get().digests.count == Migration.all.count)
        try await prepare(through: Migration.all)
        #expect(try dump() == Self.golden.get().newest)
    }

    @Test(arguments: 1...Migration.all.count)
    func `is brought up to date from every step, with everything that was stored`(_ step: Int) async throws {
        try await prepare(through: Array(Migration.all.prefix(step)))
        try execute(
            """
            INSERT INTO accounts (id, given_name, is_email_verified, is_private_email, created_at, has_own_name)
            VALUES (?, 'Ada', 0, 0, 0, 0)
            """, [Account.numbered(1).id.data])
        let database = try folder.openDatabase()
        #expect(try await database.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        await database.close()
        #expect(try dump() == Self.golden.get().newest)
    }

    @Test func `gets the step that a later version adds, and keeps everything that was stored`() async throws {
        let database = try folder.openDatabase()
        try await database.record(.numbered(1, name: "Ada"))
        await database.close()
        let later = try folder.openDatabase { $0.schemaSteps = .withLaterStep }
        #expect(try await later.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        await later.close()
        let connection = try folder.openBeside()
        let note = try connection.inDatabase { try String.fetchOne($0, sql: "SELECT note FROM accounts") }
        try connection.close()
        #expect(note == "Ada")
        #expect(try dump().contains("\nuser_version \(Migration.all.count + 1)\n"))
    }

    @Test func `of a later version is refused by this one`() async throws {
        try await prepare(through: .withLaterStep)
        let (count, before) = (Migration.all.count, try dump())
        #expect(throws: SQLiteOpeningFailure.newerSchema(found: count + 1, known: count)) {
            _ = try folder.openDatabase()
        }
        #expect(try dump() == before)
    }

    @Test func `that is older is refused when migrating is not allowed`() async throws {
        try await prepare(through: Migration.all)
        let (count, before) = (Migration.all.count, try dump())
        #expect(throws: SQLiteOpeningFailure.olderSchema(found: count, needed: count + 1)) {
            _ = try folder.openDatabase {
                $0.schemaSteps = .withLaterStep
                $0.migratesOnOpening = false
            }
        }
        #expect(try dump() == before)
    }

    @Test func `keeps a failed step's work out, and goes on from there`() async throws {
        try await prepare(through: Migration.all)
        let before = try dump()
        // This table makes the last statement of the later step fail.
        try execute("CREATE TABLE accounts_by_note (x)")
        #expect(throws: SQLiteOpeningFailure.self) {
            _ = try folder.openDatabase { $0.schemaSteps = .withLaterStep }
        }
        try execute("DROP TABLE accounts_by_note")
        #expect(try dump() == before)
        try await prepare(through: .withLaterStep)
        #expect(try dump().contains("accounts_by_note"))
    }
}

import AccountStorage
import AccountStorageSQL
import Foundation
import StorageSupport
import Testing
import Waiting

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `The schema on a server` {
    private let schema: FreshSchema

    init() throws {
        schema = try FreshSchema()
    }

    private static let golden = Result { try GoldenSchemas(beside: #filePath) }

    private func refusal(_ edit: (inout PostgreSQLOptions) -> Void) async -> PostgreSQLOpeningFailure? {
        var options = PostgreSQLOptions()
        edit(&options)
        do throws(PostgreSQLOpeningFailure) {
            await (try PostgreSQLAccountDatabase(url: schema.url, options: options)).close()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 1...Migration.all.count)
    func `is after each step what it was when the step was released`(_ step: Int) throws {
        try schema.migrate(through: Array(Migration.all.prefix(step)))
        #expect(try GoldenSchemas.digest(schema.dump()) == Self.golden.get().digests[step - 1])
    }

    @Test func `has a recorded result for every step`() throws {
        #expect(try Self.golden.get().digests.count == Migration.all.count)
        try schema.migrate()
        #expect(try schema.dump() == Self.golden.get().newest)
    }

    @Test(arguments: 1...Migration.all.count)
    func `is brought up to date from every step, with everything that was stored`(_ step: Int) async throws {
        try schema.migrate(through: Array(Migration.all.prefix(step)))
        _ = try schema.openBeside().execute(
            """
            INSERT INTO accounts (id, given_name, is_email_verified, is_private_email, created_at, has_own_name)
            VALUES ($1, 'Ada', false, false, 0, false)
            """, [.identifier(Account.numbered(1).id)])
        let database = try schema.openDatabase { $0.createIfMissing = false }
        #expect(try await database.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        await database.close()
        #expect(try schema.dump() == Self.golden.get().newest)
    }

    @Test func `gets the step that a later version adds, and keeps everything that was stored`() async throws {
        let database = try schema.openDatabase()
        try await database.record(.numbered(1, name: "Ada"))
        await database.close()
        let later = try schema.openDatabase { $0.schemaSteps = .withLaterStep }
        #expect(try await later.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        await later.close()
        var note = try schema.openBeside().execute("SELECT note FROM accounts", []).next()
        #expect(note?.optionalText() == "Ada")
        #expect(try schema.dump().contains("\nschema_version \(Migration.all.count + 1)\n"))
    }

    @Test func `is made only where that is allowed`() async throws {
        #expect(await refusal { _ in } == .missing)
        #expect(await refusal { $0.createIfMissing = true } == nil)
        #expect(await refusal { _ in } == nil)
    }

    @Test func `that is older is refused when migrating is not allowed`() async throws {
        try schema.migrate()
        let (count, before) = (Migration.all.count, try schema.dump())
        let refused = await refusal {
            $0.schemaSteps = .withLaterStep
            $0.migratesOnOpening = false
        }
        #expect(refused == .olderSchema(found: count, needed: count + 1))
        #expect(try schema.dump() == before)
    }

    @Test func `of a later version is refused by this one`() async throws {
        try schema.migrate(through: .withLaterStep)
        let (count, before) = (Migration.all.count, try schema.dump())
        let newer = PostgreSQLOpeningFailure.newerSchema(found: count + 1, known: count)
        #expect(await refusal { _ in } == newer)
        #expect(await refusal { $0.createIfMissing = true } == newer)
        #expect(try schema.dump() == before)
    }

    @Test func `of somebody else's is refused`() async throws {
        try schema.openBeside().command("CREATE TABLE accounts (x int)")
        #expect(await refusal { $0.createIfMissing = true } == .notAnAccountDatabase)
    }

    @Test func `keeps a failed step's work out, and goes on from there`() async throws {
        try schema.migrate()
        let before = try schema.dump()
        // This table makes the last statement of the later step fail.
        try schema.openBeside().command("CREATE TABLE accounts_by_note (x int)")
        #expect(await refusal { $0.schemaSteps = .withLaterStep }?.code == "database_refused")
        try schema.openBeside().command("DROP TABLE accounts_by_note")
        #expect(try schema.dump() == before)
        #expect(await refusal { $0.schemaSteps = .withLaterStep } == nil)
        #expect(try schema.dump().contains("accounts_by_note"))
    }

    @Test func `is made once by twelve processes that start together`() async throws {
        let schema = schema
        let failures = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    await onThread {
                        do {
                            try schema.migrate()
                            return nil
                        } catch {
                            return "\(error)"
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(failures.compactMap { $0 } == [])
        #expect(try schema.dump() == Self.golden.get().newest)
    }
}

import AccountStorage
import AccountStorageSQL
import Foundation
import StorageSupport
import Testing

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
        try schema.migrate(to: step)
        #expect(try GoldenSchemas.digest(schema.dump()) == Self.golden.get().steps[step - 1].digest)
    }

    @Test func `has a recorded result for every step`() throws {
        #expect(try Self.golden.get().steps.count == Migration.all.count)
    }

    @Test(arguments: 1...Migration.all.count)
    func `is brought up to date from every step, with everything that was stored`(_ step: Int) async throws {
        try schema.migrate(to: step)
        _ = try schema.openBeside().execute(
            """
            INSERT INTO accounts (id, given_name, is_email_verified, is_private_email, created_at)
            VALUES ($1, 'Ada', false, false, 0)
            """, [.identifier(Account.numbered(1).id)])
        let database = try PostgreSQLAccountDatabase(url: schema.url)
        #expect(try await database.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        await database.close()
        #expect(try schema.dump() == Self.golden.get().newest)
    }

    @Test func `lists identities that were stored before they could be found from their account`() async throws {
        try schema.migrate(to: 3)
        let (account, identity) = (AccountID(high: 1, low: 1), IdentityID(high: 2, low: 2))
        _ = try schema.openBeside().execute(
            "INSERT INTO identities VALUES ($1, $2, NULL, 'TEAM123456', '001.a.1', 0)",
            [.identifier(identity), .identifier(account)])
        let database = try PostgreSQLAccountDatabase(url: schema.url)
        let found = try await database.transaction { records throws(StorageFailure) in
            .keep(try records.findIdentities(of: account))
        }
        #expect(found.map(\.id) == [identity])
        await database.close()
    }

    @Test func `goes on with the refresh token that is out, and the one before it, of older sessions`() async throws {
        try schema.migrate(to: 16)
        for number in [0, 1, 5] as [Int64] {
            _ = try schema.openBeside().execute(
                "INSERT INTO sessions VALUES ($1, $2, 'app', 0, 0, 0, $3, 0, 9, 0, NULL)",
                [
                    .identifier(SessionID(high: 1, low: UInt64(number))), .identifier(AccountID(high: 2, low: 2)),
                    .integer(number),
                ])
        }
        let database = try PostgreSQLAccountDatabase(url: schema.url)
        for number in [0, 1, 5] as [Int64] {
            let found = try await database.transaction { records throws(StorageFailure) in
                .keep(try records.findSession(.init(high: 1, low: UInt64(number))))
            }
            let session = try #require(found)
            #expect([session.usedCounter, session.firstCounter, session.counter] == [number - 1, number, number])
        }
        await database.close()
    }

    @Test func `is made only where that is allowed`() async throws {
        #expect(await refusal { _ in } == .missing)
        #expect(await refusal { $0.createIfMissing = true } == nil)
        #expect(await refusal { _ in } == nil)
    }

    @Test func `that is older is refused when migrating is not allowed`() async throws {
        try schema.migrate(to: 1)
        #expect(
            await refusal { $0.migratesOnOpening = false } == .olderSchema(found: 1, needed: Migration.all.count))
        #expect(try GoldenSchemas.digest(schema.dump()) == Self.golden.get().steps[0].digest)
    }

    @Test func `that is newer is refused, and left as it is`() async throws {
        try schema.migrate(to: Migration.all.count)
        try schema.openBeside().command("UPDATE schema_version SET version = 1000")
        let newer = PostgreSQLOpeningFailure.newerSchema(found: 1000, known: Migration.all.count)
        #expect(await refusal { _ in } == newer)
        #expect(await refusal { $0.createIfMissing = true } == newer)
    }

    @Test func `of somebody else's is refused`() async throws {
        try schema.openBeside().command("CREATE TABLE accounts (x int)")
        #expect(await refusal { $0.createIfMissing = true } == .notAnAccountDatabase)
    }

    @Test func `keeps a failed step's work out, and goes on from there`() async throws {
        try schema.migrate(to: 1)
        // This table makes the last statement of the second migration fail.
        try schema.openBeside().command("CREATE TABLE sessions_by_end (x int)")
        #expect(await refusal { _ in }?.code == "database_refused")
        try schema.openBeside().command("DROP TABLE sessions_by_end")
        #expect(try GoldenSchemas.digest(schema.dump()) == Self.golden.get().steps[0].digest)
        #expect(await refusal { _ in } == nil)
        #expect(try schema.dump() == Self.golden.get().newest)
    }

    @Test func `is made once by twelve processes that start together`() async throws {
        let schema = schema
        let failures = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    // Each has a thread, because opening blocks and the concurrency pool may have only two threads.
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            do {
                                let connection = try schema.openBeside()
                                try SchemaVersion(connection: connection, mayCreate: true, mayMigrate: true).migrate()
                                continuation.resume(returning: nil)
                            } catch {
                                continuation.resume(returning: "\(error)")
                            }
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

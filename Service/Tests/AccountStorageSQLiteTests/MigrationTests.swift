import AccountStorage
import AccountStorageSQL
import AccountStorageSQLite
import Foundation
import GRDB
import StorageSupport
import Testing

struct `The schema` {
    private static let golden = Result { try GoldenSchemas(beside: #filePath) }

    /// The schema of the file, its version and its application id.
    private func dump(_ database: Database) throws -> String {
        let statements = try String.fetchAll(
            database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? -1
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? -1
        return (statements + ["user_version \(version)", "application_id \(application)"]).joined(separator: "\n")
    }

    private func migrated(to step: Int, in folder: TemporaryFolder) throws -> DatabaseQueue {
        let connection = try folder.openBeside()
        try connection.inDatabase { try SchemaVersion.migrate($0, isNew: true, mayMigrate: true, to: step) }
        return connection
    }

    @Test(arguments: 1...Migration.all.count)
    func `is after each step what it was when the step was released`(_ step: Int) throws {
        let folder = try TemporaryFolder()
        let connection = try migrated(to: step, in: folder)
        #expect(try GoldenSchemas.digest(connection.inDatabase(dump)) == Self.golden.get().steps[step - 1].digest)
        try connection.close()
    }

    @Test func `has steps that are numbered in order, each with a recorded result`() throws {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
        #expect(try Self.golden.get().steps.count == Migration.all.count)
    }

    @Test(arguments: 1...Migration.all.count)
    func `is brought up to date from every step, with everything that was stored`(_ step: Int) async throws {
        let folder = try TemporaryFolder()
        let old = try migrated(to: step, in: folder)
        try old.inDatabase { database in
            try database.execute(
                sql: """
                    INSERT INTO accounts (id, given_name, is_email_verified, is_private_email, created_at)
                    VALUES (?, 'Ada', 0, 0, 0)
                    """,
                arguments: [Account.numbered(1).id.data])
        }
        try old.close()
        let database = try SQLiteAccountDatabase(path: folder.databasePath)
        #expect(try await database.find(Account.numbered(1).id) == .numbered(1, name: "Ada"))
        let attempt = try await database.transaction { records throws(StorageFailure) in
            .keep(try records.findAttempt(.init(high: 0, low: 1)))
        }
        #expect(attempt == nil)
        await database.close()
        let now = try folder.openBeside()
        #expect(try now.inDatabase(dump) == Self.golden.get().newest)
        try now.close()
    }

    @Test func `lists identities that were stored before they could be found from their account`() async throws {
        let folder = try TemporaryFolder()
        let old = try migrated(to: 3, in: folder)
        let (account, identity) = (AccountID(high: 1, low: 1), IdentityID(high: 2, low: 2))
        try old.inDatabase { database in
            try database.execute(
                sql: "INSERT INTO identities VALUES (?, ?, NULL, 'TEAM123456', '001.a.1', 0)",
                arguments: [identity.data, account.data])
        }
        try old.close()
        let database = try SQLiteAccountDatabase(path: folder.databasePath)
        let found = try await database.transaction { records throws(StorageFailure) in
            .keep(try records.findIdentities(of: account))
        }
        #expect(found.map(\.id) == [identity])
        await database.close()
    }

    @Test func `goes on with the refresh token that is out, and the one before it, of older sessions`() async throws {
        let folder = try TemporaryFolder()
        let old = try migrated(to: 16, in: folder)
        for number in [0, 1, 5] as [UInt64] {
            try old.inDatabase { database in
                try database.execute(
                    sql: "INSERT INTO sessions VALUES (?, ?, 'app', 0, 0, 0, ?, 0, 9, 0, NULL)",
                    arguments: [
                        SessionID(high: 1, low: number).data, AccountID(high: 2, low: 2).data, Int64(number),
                    ])
            }
        }
        try old.close()
        let database = try SQLiteAccountDatabase(path: folder.databasePath)
        for number in [0, 1, 5] as [Int64] {
            let found = try await database.transaction { records throws(StorageFailure) in
                .keep(try records.findSession(.init(high: 1, low: UInt64(number))))
            }
            let session = try #require(found)
            #expect([session.usedCounter, session.firstCounter, session.counter] == [number - 1, number, number])
        }
        await database.close()
    }

    @Test func `that is older is refused when migrating is not allowed`() throws {
        let folder = try TemporaryFolder()
        try migrated(to: 1, in: folder).close()
        var options = SQLiteOptions()
        options.migratesOnOpening = false
        #expect(throws: SQLiteOpeningFailure.olderSchema(found: 1, needed: Migration.all.count)) {
            _ = try SQLiteAccountDatabase(path: folder.databasePath, options: options)
        }
    }

    @Test func `keeps a failed step's work out, and goes on from there`() throws {
        let folder = try TemporaryFolder()
        let connection = try migrated(to: 1, in: folder)
        // This table makes the last statement of the second migration fail.
        try connection.inDatabase { try $0.execute(sql: "CREATE TABLE sessions_by_end (x)") }
        #expect(throws: DatabaseError.self) {
            try connection.inDatabase { try SchemaVersion.migrate($0, isNew: false, mayMigrate: true) }
        }
        let before = try connection.inDatabase { database in
            try database.execute(sql: "DROP TABLE sessions_by_end")
            return try dump(database)
        }
        #expect(try GoldenSchemas.digest(before) == Self.golden.get().steps[0].digest)
        try connection.inDatabase { try SchemaVersion.migrate($0, isNew: false, mayMigrate: true) }
        #expect(try connection.inDatabase(dump) == Self.golden.get().newest)
        try connection.close()
    }
}

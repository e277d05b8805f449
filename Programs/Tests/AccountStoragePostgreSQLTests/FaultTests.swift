import AccountStorage
import AccountStorageSQL
import Foundation
import StorageSupport
import Testing

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `When transactions meet or connections break` {
    private let schema: FreshSchema

    init() throws {
        schema = try FreshSchema()
    }

    private func shown(_ setting: String, in database: PostgreSQLAccountDatabase) async throws -> String? {
        try await database.transaction { records throws(StorageFailure) -> Outcome<String?> in
            .discard(
                try (records as? PostgreSQLTransaction)?.ask("SELECT current_setting('\(setting)')") {
                    $0.optionalText()
                })
        }
    }

    @Test func `a body that met another at the same rows runs again and sees the other's work`() async throws {
        let database = try schema.openDatabase()
        let beside = try schema.openDatabase()
        try await database.record(.numbered(1, name: "before"))
        let gate = Gate()
        let seen = Shared<[String?]>([])
        let slow = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                let found = try records.findAccount(Account.numbered(1).id)?.givenName
                seen.edit { $0.append(found) }
                gate.pass()
                return .keep(try records.recordAccount(.numbered(1, name: (found ?? "") + " and after")))
            }
        }
        await gate.waitForArrival()
        try await beside.record(.numbered(1, name: "between"))
        gate.open()
        try await slow.value
        #expect(seen.value == ["before", "between"])
        #expect(try await database.find(Account.numbered(1).id)?.givenName == "between and after")
        await database.close()
        await beside.close()
    }

    @Test func `two who each read what the other writes do not both decide on old news`() async throws {
        let databases = [try schema.openDatabase(), try schema.openDatabase()]
        let (gates, runs) = ([Gate(), Gate()], Shared(0))
        // Each records its account if the other's does not exist yet. In any serial order, only one of them would.
        let tasks = databases.indices.map { place in
            Task {
                try await databases[place].transaction { records throws(StorageFailure) -> Outcome<Bool> in
                    runs.edit { $0 += 1 }
                    let isOtherThere = try records.findAccount(Account.numbered(1 - place).id) != nil
                    gates[place].pass()
                    if !isOtherThere { try records.recordAccount(.numbered(place)) }
                    return .keep(!isOtherThere)
                }
            }
        }
        for gate in gates { await gate.waitForArrival() }
        for gate in gates { gate.open() }
        var made: [Bool] = []
        for task in tasks { made.append(try await task.value) }
        #expect(made.count { $0 } == 1)
        // Two runs, and at least one more of the transaction that failed. It may fail again: serialization failures can
        // be false positives.
        #expect(runs.value >= 3)
        for database in databases { await database.close() }
    }

    @Test func `a body whose row another made meanwhile runs again and sees it`() async throws {
        let database = try schema.openDatabase()
        let beside = try schema.openDatabase()
        try await database.record(.numbered(1))
        let gate = Gate()
        let seen = Shared<[Bool]>([])
        let slow = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                _ = try records.findAccount(Account.numbered(1).id)
                // The first run decides by something else than the row itself.
                let isThere = try seen.value.isEmpty ? false : records.findSession(Session.numbered(1).id) != nil
                seen.edit { $0.append(isThere) }
                gate.pass()
                if !isThere { try records.recordSession(required: .numbered(1)) }
                return .keep(())
            }
        }
        await gate.waitForArrival()
        try await beside.transaction { records throws(StorageFailure) in
            .keep(try records.recordSession(required: .numbered(1)))
        }
        gate.open()
        try await slow.value
        #expect(seen.value == [false, true])
        await database.close()
        await beside.close()
    }

    @Test func `a body that never stops meeting others is given up after a bounded number of runs`() async throws {
        let database = try schema.openDatabase { $0.attemptLimit = 3 }
        let beside = try schema.openBeside()
        try await database.record(.numbered(1))
        let runs = Shared(0)
        let schema = schema
        await #expect(throws: StorageFailure.unavailable) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                runs.edit { $0 += 1 }
                _ = try records.findAccount(Account.numbered(1).id)
                _ = try? schema.openBeside().command("UPDATE accounts SET created_at = created_at + 1")
                return .keep(try records.recordAccount(.numbered(1)))
            }
        }
        #expect(runs.value == 3)
        #expect(try beside.execute("SELECT created_at FROM accounts", []).firstInteger == 3)
        await database.close()
    }

    @Test func `a connection dropped in mid-transaction costs nothing: the body runs again on another`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let processes = Shared<[Int64]>([])
        let schema = schema
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            let process = try (records as? PostgreSQLTransaction)?.backend() ?? 0
            processes.edit { $0.append(process) }
            try records.recordSession(.numbered(1))
            if processes.value.count == 1 {
                _ = try? schema.openBeside().execute("SELECT pg_terminate_backend($1::int)", [.integer(process)])
            }
            try records.recordAccount(.numbered(1))
            return .keep(())
        }
        #expect(processes.value.count == 2)
        #expect(Set(processes.value).count == 2)
        let rows = try schema.openBeside().execute("SELECT count(*) FROM sessions", [])
        #expect(rows.firstInteger == 1)
        await database.close()
    }

    @Test func `a connection dropped before the commit answers unavailable and keeps nothing`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let schema = schema
        await #expect(throws: StorageFailure.unavailable) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                try records.recordAccount(.numbered(1))
                let process = try (records as? PostgreSQLTransaction)?.backend() ?? 0
                _ = try? schema.openBeside().execute("SELECT pg_terminate_backend($1::int)", [.integer(process)])
                return .keep(())
            }
        }
        #expect(try await database.find(Account.numbered(1).id) == nil)
        await database.close()
    }

    @Test func `a connection that was dropped while idle is replaced before anybody notices`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let first = try await database.backend()
        let beside = try schema.openBeside()
        _ = try beside.execute("SELECT pg_terminate_backend($1::int)", [.integer(first)])
        let second = try await database.backend()
        #expect(second != first)
        await database.close()
    }

    /// Like a server that is no longer the primary. The next connection may reach the new primary.
    @Test func `a connection that came to be read-only is replaced before anybody notices`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let first = try await database.backend()
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try (records as? PostgreSQLTransaction)?.becomeReadOnly() ?? ())
        }
        try await database.record(.numbered(1))
        #expect(try await database.backend() != first)
        await database.close()
    }

    @Test func `a first statement that the server forgot, or refuses, costs nobody their work`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        for number in 1...2 { try await database.record(.numbered(number)) }
        // From here on, BEGIN is sent together with the statement that follows it.
        let first = try await database.backend()
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try (records as? PostgreSQLTransaction)?.forgetStatements() ?? ())
        }
        try await database.record(.numbered(3))
        #expect(try await database.backend() != first)
        try await database.record(.numbered(4))
        let second = try await database.backend()
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try (records as? PostgreSQLTransaction)?.becomeReadOnly() ?? ())
        }
        try await database.record(.numbered(5))
        #expect(try await database.backend() != second)
        for number in 1...5 { #expect(try await database.find(Account.numbered(number).id) != nil) }
        await database.close()
    }

    @Test func `a body that hides an error of the server keeps nothing of its work`() async throws {
        let database = try schema.openDatabase()
        await #expect(throws: StorageFailure.unavailable) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                try records.recordAccount(.numbered(1))
                _ = try? (records as? PostgreSQLTransaction)?.ask("SELECT 1 / 0") { _ in 0 }
                try? records.recordAccount(.numbered(2))
                return .keep(())
            }
        }
        for number in 1...2 { #expect(try await database.find(Account.numbered(number).id) == nil) }
        await database.close()
    }

    @Test func `a row that nobody can have written is reported as corrupt`() async throws {
        let database = try schema.openDatabase()
        _ = try schema.openBeside().execute(
            "INSERT INTO identities VALUES ($1, '\\x0102', NULL, 'T', 's', 0, false)",
            [.identifier(IdentityID(high: 0, low: 1))])
        await #expect(throws: StorageFailure.corrupt) {
            try await database.transaction { records throws(StorageFailure) in
                .keep(try records.findIdentity(.init(high: 0, low: 1)))
            }
        }
        await database.close()
    }

    @Test func `commits wait for the disk, also where the server's default is not to`() async throws {
        let hasty = try PostgreSQLAccountDatabase(
            url: schema.url + "%20-csynchronous_commit%3Doff",
            options: {
                var options = PostgreSQLOptions()
                options.createIfMissing = true
                return options
            }())
        #expect(try await shown("synchronous_commit", in: hasty) == "on")
        #expect(try await shown("transaction_isolation", in: hasty) == "serializable")
        #expect(try await shown("fsync", in: hasty) == "on")
        await hasty.close()
        let stronger = try PostgreSQLAccountDatabase(url: schema.url + "%20-csynchronous_commit%3Dremote_apply")
        #expect(try await shown("synchronous_commit", in: stronger) == "remote_apply")
        await stronger.close()
    }

    @Test func `a server that is not there is said to be unreachable, without the password`() throws {
        let failure = #expect(throws: PostgreSQLOpeningFailure.self) {
            _ = try PostgreSQLAccountDatabase(url: "postgresql://siwa:hunter2@127.0.0.1:1/none")
        }
        #expect(failure?.code == "database_unreachable")
        #expect(failure?.description.contains("hunter2") == false)
    }
}

extension PostgreSQLTransaction {
    /// Deallocates the prepared statements, as a connection pooler could.
    fileprivate func forgetStatements() throws(StorageFailure) {
        _ = try ask("DEALLOCATE ALL") { _ in 0 }
    }

    fileprivate func becomeReadOnly() throws(StorageFailure) {
        _ = try ask("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY") { _ in 0 }
    }
}

extension Session {
    fileprivate static func numbered(_ number: Int) -> Session {
        let time = Date(timeIntervalSince1970: 0)
        return Session(
            id: .init(high: 3, low: UInt64(number)), accountID: Account.numbered(number).id, clientID: "app",
            platform: .web, createdAt: time, authenticatedAt: time, counter: 0, renewedAt: time, expiresAt: time,
            endedAt: nil)
    }
}

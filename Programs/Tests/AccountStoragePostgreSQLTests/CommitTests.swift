import AccountStorage
import AccountStorageSQL
import Foundation
import StorageSupport
import Testing

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `Changes that are sent with the commit` {
    private let schema: FreshSchema

    init() throws {
        schema = try FreshSchema()
        try schema.migrate()
    }

    private func sessions() throws -> Int64? {
        try schema.openBeside().execute("SELECT count(*) FROM sessions", []).firstInteger
    }

    @Test func `meet another's change, and their body runs again and sees it`() async throws {
        let database = try schema.openDatabase()
        let beside = try schema.openDatabase()
        try await database.transaction { records throws(StorageFailure) in
            .keep(try records.recordSession(.sample(1)))
        }
        let gate = Gate()
        let seen = Shared<[Int64]>([])
        let slow = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                let counter = try records.findSession(Session.sample(1).id)?.counter ?? -1
                seen.edit { $0.append(counter) }
                gate.pass()
                return .keep(try records.renewSample(from: counter))
            }
        }
        await gate.waitForArrival()
        try await beside.transaction { records throws(StorageFailure) in .keep(try records.renewSample(from: 0)) }
        gate.open()
        try await slow.value
        #expect(seen.value == [0, 1])
        let counter = try await database.read { records throws(StorageFailure) in
            try records.findSession(Session.sample(1).id)?.counter
        }
        #expect(counter == 2)
        await database.close()
        await beside.close()
    }

    @Test func `are undone where the commit fails, and the next transaction is not affected`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        try schema.openBeside().command(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
            CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON sessions DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION refuse()
            """)
        await #expect(throws: StorageFailure.unavailable) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                _ = try records.findSession(Session.sample(1).id)
                return .keep(try records.recordSession(required: .sample(1)))
            }
        }
        #expect(try sessions() == 0)
        try await database.record(.numbered(1))
        #expect(try await database.find(Account.numbered(1).id) != nil)
        await database.close()
    }

    /// Whether the server's last word arrives depends on the system.
    @Test func `are kept once or not at all where the connection breaks before, as the answer says`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        // From here on, the change and the commit are sent in one piece.
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            _ = try records.findSession(Session.sample(2).id)
            return .keep(try records.recordSession(required: .sample(2)))
        }
        let runs = Shared(0)
        let schema = schema
        var failure: StorageFailure?
        do throws(StorageFailure) {
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                runs.edit { $0 += 1 }
                let process = try (records as? PostgreSQLTransaction)?.backend() ?? 0
                if runs.value == 1 {
                    _ = try? schema.openBeside().execute("SELECT pg_terminate_backend($1::int)", [.integer(process)])
                }
                return .keep(try records.recordSession(required: .sample(1)))
            }
        } catch {
            failure = error
        }
        #expect(failure == nil || failure == .unavailable)
        #expect(try sessions() == (failure == nil ? 2 : 1))
        await database.close()
    }

    @Test func `are not sent with a commit whose BEGIN has no answer yet`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let idle = try await database.backend()
        _ = try schema.openBeside().execute("SELECT pg_terminate_backend($1::int)", [.integer(idle)])
        // The body reads nothing. The lost connection is found by the BEGIN, so it is certain that nothing is committed.
        try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try records.recordSession(required: .sample(1)))
        }
        #expect(try sessions() == 1)
        await database.close()
    }
}

extension AccountTransaction {
    fileprivate func renewSample(from counter: Int64) throws(StorageFailure) {
        let time = Date(timeIntervalSince1970: 1)
        try renewSession(
            required: Session.sample(1).id, fromCounter: counter, used: counter, first: counter + 1, at: time,
            expiresAt: time + 100)
    }
}

extension Session {
    fileprivate static func sample(_ number: Int) -> Session {
        let time = Date(timeIntervalSince1970: 0)
        return Session(
            id: .init(high: 3, low: UInt64(number)), accountID: Account.numbered(number).id, clientID: "app",
            platform: .web, createdAt: time, authenticatedAt: time, counter: 0, renewedAt: time, expiresAt: time + 100,
            endedAt: nil)
    }
}

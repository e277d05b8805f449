import AccountStorage
import AccountStorageSQL
import StorageSupport
import Testing
import Waiting

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `A pool of connections` {
    private let schema: FreshSchema

    init() throws {
        schema = try FreshSchema()
    }

    @Test func `serves more than it has connections`() async throws {
        let database = try schema.openDatabase { $0.connections = 2 }
        try await withThrowingTaskGroup { group in
            for number in 0..<40 { group.addTask { try await database.record(.numbered(number)) } }
            try await group.waitForAll()
        }
        for number in 0..<40 { #expect(try await database.find(Account.numbered(number).id) != nil) }
        await database.close()
    }

    @Test func `opens no more connections than it may`() async throws {
        let database = try schema.openDatabase { $0.connections = 3 }
        let processes = Shared<Set<Int64>>([])
        try await withThrowingTaskGroup { group in
            for _ in 0..<60 {
                group.addTask {
                    let process = try await database.backend()
                    processes.edit { _ = $0.insert(process) }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(processes.value.count))
        await database.close()
    }

    @Test func `turns away whom the queue has no room for`() async throws {
        let database = try schema.openDatabase {
            $0.connections = 1
            $0.queueLimit = 2
        }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let waiting = (1...2).map { number in Task { try await database.record(.numbered(number)) } }
        await until { database.waitingCount == 2 }
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(3)) }
        gate.open()
        try await holder.value
        for task in waiting { try await task.value }
        #expect(try await database.find(Account.numbered(3).id) == nil)
        await database.close()
    }

    @Test func `turns away who waited too long, and serves the next`() async throws {
        let database = try schema.openDatabase {
            $0.connections = 1
            // Long enough for the connection's thread to take what is to be served, also on a busy machine.
            $0.waitLimit = 1
        }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        // The only connection is occupied until after the answer, so the answer can only come from the limit.
        for number in 1...3 {
            await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(number)) }
        }
        #expect(database.waitingCount == 0)
        gate.open()
        try await holder.value
        try await database.record(.numbered(4))
        #expect(try await database.find(Account.numbered(1).id) == nil)
        await database.close()
    }

    @Test func `lets a cancelled caller go at once, and nothing is done`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let waiting = Task { try await database.record(.numbered(1)) }
        await until { database.waitingCount == 1 }
        waiting.cancel()
        await #expect(throws: StorageFailure.unavailable) { try await waiting.value }
        gate.open()
        try await holder.value
        #expect(try await database.find(Account.numbered(1).id) == nil)
        await database.close()
    }

    @Test func `that is closed serves who waits, and nobody after`() async throws {
        let database = try schema.openDatabase { $0.connections = 1 }
        let gate = Gate()
        let holder = database.occupy(until: gate)
        await gate.waitForArrival()
        let waiting = Task { try await database.record(.numbered(1)) }
        await until { database.waitingCount == 1 }
        let closing = Task { await database.close() }
        gate.open()
        await closing.value
        try await holder.value
        try await waiting.value
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(2)) }
        let left = try schema.openBeside().execute("SELECT count(*) FROM accounts", [])
        #expect(left.firstInteger == 1)
    }
}

extension AccountDatabase {
    /// The process id of the server process that runs the transaction.
    func backend() async throws(StorageFailure) -> Int64 {
        try await transaction { records throws(StorageFailure) in
            .discard(try (records as? PostgreSQLTransaction)?.backend() ?? 0)
        }
    }
}

extension PostgreSQLTransaction {
    func backend() throws(StorageFailure) -> Int64 {
        try ask("SELECT pg_backend_pid()::bigint") { $0.optionalInteger() } ?? 0
    }
}

import AccountStorage
import AccountStorageSQLite
import GRDB
import StorageSupport
import Testing
import Waiting

struct `Transactions that wait at the same moment` {
    private let folder: TemporaryFolder
    private let commits = Shared<[Int]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ edit: (inout SQLiteOptions) -> Void = { _ in }) throws -> SQLiteAccountDatabase {
        let commits = commits
        return try folder.openDatabase { options in
            options.didCommit = { members in commits.edit { $0.append(members) } }
            edit(&options)
        }
    }

    private func countAccounts() throws -> Int {
        try folder.openBeside().read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") ?? -1 }
    }

    /// Starts `count` transactions while the writer is occupied, and returns their tasks once all of them wait.
    private func queue<Value: Sendable>(
        _ count: Int, in database: SQLiteAccountDatabase,
        _ body: @escaping @Sendable (Int, any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async -> [Task<Value, any Error>] {
        var tasks: [Task<Value, any Error>] = []
        for number in 0..<count {
            let before = database.waitingCount
            tasks.append(
                Task {
                    try await database.transaction { records throws(StorageFailure) in try body(number, records) }
                })
            await until { database.waitingCount > before }
        }
        return tasks
    }

    @Test func `share one commit`() async throws {
        let database = try open()
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(50, in: database) { number, records throws(StorageFailure) in
            .keep(try records.recordAccount(.numbered(number)))
        }
        gate.open()
        for task in tasks { try await task.value }
        try await first.value
        #expect(commits.value == [50])
        #expect(try countAccounts() == 50)
        await database.close()
    }

    @Test func `are split when a batch would become too long`() async throws {
        let database = try open { $0.batchLimit = 20 }
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(50, in: database) { number, records throws(StorageFailure) in
            .keep(try records.recordAccount(.numbered(number)))
        }
        gate.open()
        for task in tasks { try await task.value }
        try await first.value
        #expect(commits.value == [20, 20, 10])
        await database.close()
    }

    @Test func `run in the order in which they came and see each other's rows`() async throws {
        let database = try open()
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(10, in: database) { number, records throws(StorageFailure) in
            let before = try records.findAccount(.init(high: 7, low: UInt64(max(0, number - 1))))
            try records.recordAccount(.numbered(number))
            return .keep(before != nil)
        }
        gate.open()
        var sawNeighbour: [Bool] = []
        for task in tasks { sawNeighbour.append(try await task.value) }
        try await first.value
        #expect(sawNeighbour == [false] + Array(repeating: true, count: 9))
        #expect(commits.value == [10])
        await database.close()
    }

    @Test func `do not undo each other`() async throws {
        let database = try open()
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(30, in: database) { number, records throws(StorageFailure) -> Outcome<Int> in
            try records.recordAccount(.numbered(number))
            if number % 3 == 1 { throw .conflict }
            return number % 3 == 2 ? .discard(number) : .keep(number)
        }
        gate.open()
        for (number, task) in tasks.enumerated() {
            if number % 3 == 1 {
                await #expect(throws: StorageFailure.conflict) { try await task.value }
            } else {
                #expect(try await task.value == number)
            }
        }
        try await first.value
        #expect(commits.value == [30])
        #expect(try countAccounts() == 10)
        await database.close()
    }

    @Test func `get their answers, refusals too, only after the commit`() async throws {
        let database = try open()
        let (gate, last) = (Gate(), Gate())
        let answers = Shared(0)
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(2, in: database) { number, records throws(StorageFailure) -> Outcome<Void> in
            if number == 0 { return .keep(try records.recordAccount(.numbered(1))) }
            guard try records.findAccount(.init(high: 7, low: 1)) == nil else { return .discard(()) }
            throw .corrupt
        }
        let watchers = tasks.map { task in
            Task {
                try await task.value
                answers.edit { $0 += 1 }
            }
        }
        let end = Task {
            try await database.transaction { _ throws(StorageFailure) -> Outcome<Void> in
                last.pass()
                return .keep(())
            }
        }
        await until { database.waitingCount == 3 }
        gate.open()
        await last.waitForArrival()
        // Both bodies have run. The one that found the other's row must not answer while a rollback can still remove
        // it.
        for _ in 0..<1000 { await Task.yield() }
        #expect(answers.value == 0)
        #expect(try countAccounts() == 0)
        last.open()
        for task in watchers + [end, first] { try await task.value }
        #expect(answers.value == 2)
        #expect(try countAccounts() == 1)
        await database.close()
    }

    @Test func `find their work on the disk when they get their answer`() async throws {
        let database = try open()
        let beside = try folder.openBeside()
        for number in 0..<20 {
            try await database.record(.numbered(number))
            #expect(try beside.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") } == number + 1)
        }
        try beside.close()
        await database.close()
    }

    @Test func `are bounded in number`() async throws {
        let database = try open { $0.queueLimit = 5 }
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let tasks = await queue(5, in: database) { number, records throws(StorageFailure) in
            .keep(try records.recordAccount(.numbered(number)))
        }
        await #expect(throws: StorageFailure.unavailable) { try await database.record(.numbered(99)) }
        gate.open()
        for task in tasks + [first] { try await task.value }
        #expect(try countAccounts() == 5)
        await database.close()
    }
}

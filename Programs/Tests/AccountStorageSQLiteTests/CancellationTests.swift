import AccountStorage
import AccountStorageSQLite
import StorageSupport
import Testing
import Waiting

struct `A caller who is cancelled` {
    private let folder: TemporaryFolder
    private let database: SQLiteAccountDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try folder.openDatabase()
    }

    @Test func `leaves at once while waiting, and nothing is done`() async throws {
        let database = database
        let gate = Gate()
        let first = database.occupy(until: gate)
        await gate.waitForArrival()
        let waiting = Task { try await database.record(.numbered(1)) }
        let neighbour = Task { try await database.record(.numbered(2)) }
        await until { database.waitingCount == 2 }
        waiting.cancel()
        // The gate is still closed, so the caller got the answer before its turn.
        await #expect(throws: StorageFailure.unavailable) { try await waiting.value }
        await until { database.waitingCount == 1 }
        gate.open()
        try await neighbour.value
        try await first.value
        #expect(try await database.find(Account.numbered(1).id) == nil)
        #expect(try await database.find(Account.numbered(2).id) != nil)
        await database.close()
    }

    @Test func `after the turn has come gets the answer, and the work is kept`() async throws {
        let database = database
        let gate = Gate()
        let running = Task {
            try await database.transaction { records throws(StorageFailure) -> Outcome<String> in
                try records.recordAccount(.numbered(1))
                gate.pass()
                try records.recordAccount(.numbered(2))
                return .keep("done")
            }
        }
        await gate.waitForArrival()
        running.cancel()
        gate.open()
        #expect(try await running.value == "done")
        #expect(try await database.find(Account.numbered(1).id) != nil)
        #expect(try await database.find(Account.numbered(2).id) != nil)
        await database.close()
    }

    @Test func `before asking is turned away`() async throws {
        let database = database
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.record(.numbered(1))
        }
        await #expect(throws: StorageFailure.unavailable) { try await late.value }
        #expect(try await database.find(Account.numbered(1).id) == nil)
        #expect(database.waitingCount == 0)
        await database.close()
    }

    @Test func `at any moment gets an answer that agrees with what is stored`() async throws {
        let database = database
        for number in 0..<300 {
            let task = Task { try await database.record(.numbered(number)) }
            if number % 3 > 0 { await Task.yield() }
            task.cancel()
            let isDone: Bool
            switch await task.result {
            case .success: isDone = true
            case .failure: isDone = false
            }
            #expect(try await (database.find(Account.numbered(number).id) != nil) == isDone)
        }
        await database.close()
    }
}

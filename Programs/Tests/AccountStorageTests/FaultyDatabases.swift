import AccountStorage
import AccountStorageSQLite
import StorageSupport

/// Commits discarded work, and the work of a body that throws.
struct NeverRollsBack: AccountDatabase {
    let sound = SQLiteAccountDatabase.inMemory()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let result: Result<Value, StorageFailure> = try await sound.transaction { records throws(StorageFailure) in
            do throws(StorageFailure) {
                switch try body(records) {
                case .keep(let value), .discard(let value): return .keep(.success(value))
                }
            } catch {
                return .keep(.failure(error))
            }
        }
        return try result.get()
    }
}

/// Rolls back the work of a body that throws, but commits discarded work.
struct KeepsTheDiscarded: AccountDatabase {
    let sound = SQLiteAccountDatabase.inMemory()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in
            switch try body(records) {
            case .keep(let value), .discard(let value): return .keep(value)
            }
        }
    }
}

/// Commits, loses the answer, and then runs the body a second time.
struct Replays: AccountDatabase {
    let sound = SQLiteAccountDatabase.inMemory()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        _ = try await sound.transaction(body)
        return try await sound.transaction(body)
    }
}

/// Reports the work as committed, but rolls it back.
struct Forgets: AccountDatabase {
    let sound = SQLiteAccountDatabase.inMemory()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in
            switch try body(records) {
            case .keep(let value), .discard(let value): return .discard(value)
            }
        }
    }
}

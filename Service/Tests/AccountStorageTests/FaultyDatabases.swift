import AccountStorage
import AccountStorageSQLite
import StorageSupport

/// Keeps what was discarded, and what a throwing body did.
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

/// Undoes what a throwing body did, but keeps what was discarded.
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

/// Commits, loses the answer, and runs the body again on top.
struct Replays: AccountDatabase {
    let sound = SQLiteAccountDatabase.inMemory()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        _ = try await sound.transaction(body)
        return try await sound.transaction(body)
    }
}

/// Says that the work is kept before it is, and forgets it.
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

import AccountStorage
import Synchronization

/// A real database that can be told to fail or to let others in between, and counts what it was asked.
final class FaultyDatabase: AccountDatabase {
    private struct State {
        var failures: [Int: StorageFailure] = [:]
        var interruptions: [Int: @Sendable () async -> Void] = [:]
        var isDown = false
        var count = 0
    }

    private let state = Mutex(State())
    private let inner = InMemoryAccountDatabase()

    /// How many transactions were asked for.
    var count: Int { state.withLock { $0.count } }

    /// Whether nothing works at all.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Fails the transaction that comes after so many others; it leaves nothing behind.
    func fail(_ failure: StorageFailure, after others: Int) {
        state.withLock { $0.failures[$0.count + others] = failure }
    }

    /// Has others do something before the transaction that comes after so many.
    func interrupt(after others: Int, by body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruptions[$0.count + others] = body }
    }

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let (failure, interruption) = state.withLock { state in
            defer { state.count += 1 }
            let failure = state.isDown ? .unavailable : state.failures.removeValue(forKey: state.count)
            return (failure, state.interruptions.removeValue(forKey: state.count))
        }
        if let failure { throw failure }
        await interruption?()
        return try await inner.transaction(body)
    }
}

package import AccountStorage
package import AccountStorageSQLite
import StorageSupport
import Synchronization

/// A real database that counts its transactions, and can fail or run other work before one of them.
package final class FaultyDatabase: AccountDatabase {
    private struct State {
        var failures: [Int: StorageFailure] = [:]
        var lostAnswers: Set<Int> = []
        var interruptions: [Int: @Sendable () async -> Void] = [:]
        var outage: StorageFailure?
        var count = 0
    }

    private let state = Mutex(State())
    private let inner: SQLiteAccountDatabase

    /// - Parameter inner: where it stores, by default in memory.
    package init(_ inner: SQLiteAccountDatabase = .inMemory()) {
        self.inner = inner
    }

    /// How many transactions were requested.
    package var count: Int { state.withLock { $0.count } }

    /// The failure of every transaction.
    package var outage: StorageFailure? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// Makes the transaction after this many others fail. It stores nothing.
    package func fail(_ failure: StorageFailure, after others: Int) {
        state.withLock { $0.failures[$0.count + others] = failure }
    }

    /// Loses the result of the transaction after this many others: it is stored, but reported as `unavailable`.
    package func loseAnswer(after others: Int) {
        state.withLock { _ = $0.lostAnswers.insert($0.count + others) }
    }

    /// Runs `body` before the transaction after this many others.
    package func interrupt(after others: Int, by body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruptions[$0.count + others] = body }
    }

    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let isAnswerLost = try await begin()
        let value = try await inner.transaction(body)
        if isAnswerLost { throw .unavailable }
        return value
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        let isAnswerLost = try await begin()
        let value = try await inner.read(body)
        if isAnswerLost { throw .unavailable }
        return value
    }

    /// Fails, or runs other work, as requested. Returns whether to lose the result.
    private func begin() async throws(StorageFailure) -> Bool {
        let (failure, interruption, isAnswerLost) = state.withLock { state in
            defer { state.count += 1 }
            let failure = state.outage ?? state.failures.removeValue(forKey: state.count)
            let isAnswerLost = state.lostAnswers.remove(state.count) != nil
            return (failure, state.interruptions.removeValue(forKey: state.count), isAnswerLost)
        }
        if let failure { throw failure }
        await interruption?()
        return isAnswerLost
    }
}

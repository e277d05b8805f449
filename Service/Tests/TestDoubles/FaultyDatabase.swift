import AccountStorage
import AccountStorageSQLite
import StorageSupport
import Synchronization

/// A real database that can be told to fail or to let others in between, and counts what it was asked.
final class FaultyDatabase: AccountDatabase {
    private struct State {
        var failures: [Int: StorageFailure] = [:]
        var lostAnswers: Set<Int> = []
        var interruptions: [Int: @Sendable () async -> Void] = [:]
        var outage: StorageFailure?
        var count = 0
    }

    private let state = Mutex(State())
    private let inner = SQLiteAccountDatabase.inMemory()

    /// How many transactions were asked for.
    var count: Int { state.withLock { $0.count } }

    /// What every transaction fails with.
    var outage: StorageFailure? {
        get { state.withLock { $0.outage } }
        set { state.withLock { $0.outage = newValue } }
    }

    /// Fails the transaction that comes after so many others; it leaves nothing behind.
    func fail(_ failure: StorageFailure, after others: Int) {
        state.withLock { $0.failures[$0.count + others] = failure }
    }

    /// Loses the answer to the transaction that comes after so many others: it is kept, and reported as `unavailable`.
    func loseAnswer(after others: Int) {
        state.withLock { _ = $0.lostAnswers.insert($0.count + others) }
    }

    /// Has others do something before the transaction that comes after so many.
    func interrupt(after others: Int, by body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.interruptions[$0.count + others] = body }
    }

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let isAnswerLost = try await begin()
        let value = try await inner.transaction(body)
        if isAnswerLost { throw .unavailable }
        return value
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        let isAnswerLost = try await begin()
        let value = try await inner.read(body)
        if isAnswerLost { throw .unavailable }
        return value
    }

    /// Fails or lets others in, as it was told; whether the answer is to be lost.
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

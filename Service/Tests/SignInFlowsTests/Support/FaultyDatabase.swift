import AccountStorage
import Synchronization

/// A real database that can be told to fail or to let others in between, and counts what it was asked.
final class FaultyDatabase: AccountDatabase {
    private struct State {
        var failures: [Int: StorageFailure] = [:]
        var lostAnswers: Set<Int> = []
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
        let (failure, interruption, isAnswerLost) = state.withLock { state in
            defer { state.count += 1 }
            let failure = state.isDown ? .unavailable : state.failures.removeValue(forKey: state.count)
            let isAnswerLost = state.lostAnswers.remove(state.count) != nil
            return (failure, state.interruptions.removeValue(forKey: state.count), isAnswerLost)
        }
        if let failure { throw failure }
        await interruption?()
        let value = try await inner.transaction(body)
        if isAnswerLost { throw .unavailable }
        return value
    }
}

internal import Synchronization

/// A database that forgets when the process ends: for tests and for trying things out.
///
/// A transaction works on a copy that replaces the original when it is kept. It makes the same promises as the others,
/// except that nothing is durable.
public final class InMemoryAccountDatabase: AccountDatabase {
    private let rows = Mutex(InMemoryRows())

    /// An empty database.
    public init() {}

    /// Runs `body` on a copy of the rows, which replaces them when the outcome is `keep`.
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let result: Result<Value, StorageFailure> = rows.withLock { rows in
            let transaction = InMemoryTransaction(rows)
            defer { transaction.end() }
            do throws(StorageFailure) {
                switch try body(transaction) {
                case .keep(let value):
                    rows = transaction.rows
                    return .success(value)
                case .discard(let value):
                    return .success(value)
                }
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

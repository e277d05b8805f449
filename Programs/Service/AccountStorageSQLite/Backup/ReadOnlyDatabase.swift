package import AccountStorage

/// A database file that is only read, such as a copy. It must have the newest schema.
package final class ReadOnlyDatabase: AccountDatabase {
    private let connections: ReadConnections

    package init(path: String) {
        connections = ReadConnections(path: path, file: OpenedFile(path: path), limit: 1)
    }

    deinit { connections.close() }

    /// Throws `unavailable`: nothing can be changed.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        throw .unavailable
    }

    /// Reads one consistent state, or throws `unavailable` if the file cannot be read.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        guard let value = try connections.read(body) else { throw .unavailable }
        return value
    }
}

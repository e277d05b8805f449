package import AccountStorage
internal import AccountStorageSQL

/// Accounts on a PostgreSQL server, for services on several machines. A transaction is durable before its caller gets
/// the answer.
///
/// Transactions are serializable, and run again after a conflict with a concurrent one. A caller that is cancelled
/// while it waits for a connection gets `unavailable`. Once its transaction has started, the work is committed despite
/// the cancellation. After an outage of the server, the first transaction connects again.
package final class PostgreSQLAccountDatabase: AccountDatabase {
    private let pool: ConnectionPool

    /// Connects and migrates the schema. Blocks the calling thread.
    ///
    /// - Parameter url: a libpq connection string: `postgresql://user@host:port/database?sslmode=verify-full`. If it
    ///   contains no password, libpq uses `PGPASSWORD` or the password file (`passfile`, `PGPASSFILE`).
    package init(
        url: String, options: PostgreSQLOptions = PostgreSQLOptions()
    ) throws(PostgreSQLOpeningFailure) {
        try DatabaseOpening(url: url, options: options).open()
        pool = ConnectionPool(url: url, options: options)
    }

    deinit {
        // The threads retain everything they need, and end by themselves.
        pool.close()
    }

    /// The number of the newest schema that this program knows.
    package static var newestSchema: Int { Migration.all.count }

    /// Whether the database has this program's tables, with any version of the schema. Blocks the calling thread.
    package static func isThere(url: String) throws(PostgreSQLOpeningFailure) -> Bool {
        try DatabaseOpening(url: url, options: PostgreSQLOptions()).isThere()
    }

    /// How many transactions wait for a connection.
    package var waitingCount: Int { pool.waitingCount }

    /// Waits for a connection, runs `body`, and returns once its work is on the server's disk.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await pool.run(WaitingTransaction(body))
    }

    /// Reads the state that was committed when the first statement runs.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await pool.run(WaitingTransaction(reading: body))
    }

    /// Serves the callers that already wait, then closes the connections. Later transactions get `unavailable`.
    package func close() async {
        pool.close()
        await pool.waitForEnd()
    }
}

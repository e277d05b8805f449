package import AccountStorage
internal import AccountStorageSQL

/// Accounts on a PostgreSQL server, durable there before an answer is given; for more than one machine.
///
/// Transactions are serializable, and run again when they met another one. A caller who is cancelled while waiting for a
/// connection leaves with `unavailable`; once the transaction has begun its work is committed all the same. A server that
/// was away is used again by the first transaction after it is back.
package final class PostgreSQLAccountDatabase: AccountDatabase {
    private let pool: ConnectionPool

    /// Connects, brings the schema up to date, or says why not. Blocks for as long as that takes.
    ///
    /// - Parameter url: what libpq takes: `postgresql://user@host:port/database?sslmode=verify-full`. Without a password
    ///   in it libpq looks at `PGPASSWORD` and the password file (`passfile`, `PGPASSFILE`).
    package init(
        url: String, options: PostgreSQLOptions = PostgreSQLOptions()
    ) throws(PostgreSQLOpeningFailure) {
        try DatabaseOpening(url: url, options: options).open()
        pool = ConnectionPool(url: url, options: options)
    }

    deinit {
        // The threads hold everything they need and end by themselves.
        pool.close()
    }

    /// The number of the newest schema that this program knows.
    package static var newestSchema: Int { Migration.all.count }

    /// Whether a database of ours is there, of whatever schema. Blocks for as long as it takes to ask.
    package static func isThere(url: String) throws(PostgreSQLOpeningFailure) -> Bool {
        try DatabaseOpening(url: url, options: PostgreSQLOptions()).isThere()
    }

    /// How many transactions wait for a connection.
    package var waitingCount: Int { pool.waitingCount }

    /// Waits for a connection, runs `body` and returns once its work is on the server's disk.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await pool.run(WaitingTransaction(body))
    }

    /// Reads what was committed when the first statement runs.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await pool.run(WaitingTransaction(reading: body))
    }

    /// Serves callers already waiting, then closes the connections. Later transactions get `unavailable`.
    package func close() async {
        pool.close()
        await pool.waitForEnd()
    }
}

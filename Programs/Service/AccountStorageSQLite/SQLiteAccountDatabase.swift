package import AccountStorage
internal import AccountStorageSQL
internal import GRDB

/// Accounts in one SQLite file. A transaction is durable before its caller gets the answer.
///
/// Transactions that wait at the same time share one commit, so that one fsync serves many of them. A caller that is
/// cancelled while it waits gets `unavailable`. Once its transaction has started, the work is committed despite the
/// cancellation. One process per file is fastest, but others can use the file, too: it is locked only during a commit.
package final class SQLiteAccountDatabase: AccountDatabase {
    private let queue: TransactionQueue
    private let writer: WriterThread
    /// `nil` for a database in memory, which has only one connection.
    private let readers: ReadConnections?

    /// Opens or creates the file at `path`. Blocks the calling thread.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLiteOpeningFailure) {
        let opening = DatabaseOpening(path: path, options: options)
        let connections = try opening.open()
        queue = TransactionQueue(limit: options.queueLimit)
        let file = OpenedFile(path: path)
        readers = ReadConnections(path: path, file: file, limit: options.readLimit)
        let checkpoints = CheckpointThread(connection: connections.checkpoints, path: path, options: options)
        writer = WriterThread(
            connection: connections.writer, file: file, queue: queue, checkpoints: checkpoints,
            options: options)
        checkpoints.start()
        writer.start()
    }

    /// Creates a database in memory that is deleted with this object, for tests.
    package init(inMemory options: SQLiteOptions) throws(SQLiteOpeningFailure) {
        queue = TransactionQueue(limit: options.queueLimit)
        readers = nil
        let connection = try DatabaseOpening(path: ":memory:", options: options).openInMemory()
        writer = WriterThread(connection: connection, file: nil, queue: queue, checkpoints: nil, options: options)
        writer.start()
    }

    deinit {
        // The threads retain everything they need, and end by themselves.
        readers?.close()
        queue.close()
    }

    /// The number of the newest schema that this program knows.
    package static var newestSchema: Int { Migration.all.count }

    /// How many transactions wait in the queue.
    package var waitingCount: Int { queue.count }

    /// Waits in the queue, runs `body`, and returns once its work is on the disk.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await run(WaitingTransaction(body))
    }

    /// Reads on the caller's thread with a read-only connection. If none is free, reads on the writer's thread.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        if let readers, let value = try readers.read(body) { return value }
        return try await run(WaitingTransaction(reading: body))
    }

    private func run<Value: Sendable>(
        _ member: WaitingTransaction<Value>
    ) async throws(StorageFailure) -> Value {
        let failure: StorageFailure? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard member.wait(continuation) else { return }
                if !queue.append(member) { member.fail(.unavailable) }
            }
        } onCancel: {
            member.leave()
            queue.remove(member)
        }
        return try member.answer(unless: failure)
    }

    /// Serves the callers that already wait, then closes the file. Later transactions get `unavailable`.
    package func close() async {
        readers?.close()
        await readers?.waitForEnd()
        queue.close()
        await writer.waitForEnd()
    }
}

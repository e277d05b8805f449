package import AccountStorage
internal import AccountStorageSQL
internal import GRDB

/// Accounts in one SQLite file, durable before an answer is given.
///
/// Transactions that wait at the same moment share one commit, so that one fsync serves many of them. A caller who is
/// cancelled while waiting leaves with `unavailable`; once the transaction's turn has come its work is committed all the
/// same. One process serves a file at its best; others are kept out only for the length of a commit.
package final class SQLiteAccountDatabase: AccountDatabase {
    private let queue: TransactionQueue
    private let writer: WriterThread
    /// `nil` in memory, where there is one connection.
    private let readers: ReadConnections?

    /// Opens the file at `path`, makes it, or says why not. Blocks for as long as that takes.
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

    /// A database in memory, gone with this object: for tests.
    package init(inMemory options: SQLiteOptions) throws(SQLiteOpeningFailure) {
        queue = TransactionQueue(limit: options.queueLimit)
        readers = nil
        let connection = try DatabaseOpening(path: ":memory:", options: options).openInMemory()
        writer = WriterThread(connection: connection, file: nil, queue: queue, checkpoints: nil, options: options)
        writer.start()
    }

    deinit {
        // The threads hold everything they need and end by themselves.
        readers?.close()
        queue.close()
    }

    /// The number of the newest schema that this program knows.
    package static var newestSchema: Int { Migration.all.count }

    /// How many transactions wait for their turn.
    package var waitingCount: Int { queue.count }

    /// Waits for its turn, runs `body` and returns once its work is on the disk.
    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await run(WaitingTransaction(body))
    }

    /// Reads on the caller's thread, by a connection of its own; where none is free, on the writer's.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        if let readers, let value = try readers.read(body) { return value }
        return try await run(WaitingTransaction(reading: body))
    }

    private func run<Value: Sendable>(
        _ member: WaitingTransaction<Value>
    ) async throws(StorageFailure) -> Value {
        let result: Result<Value, StorageFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard member.wait(continuation) else { return }
                if !queue.append(member) { member.fail(.unavailable) }
            }
        } onCancel: {
            member.leave()
            queue.remove(member)
        }
        return try result.get()
    }

    /// Serves callers already waiting, then closes the file. Later transactions get `unavailable`.
    package func close() async {
        readers?.close()
        await readers?.waitForEnd()
        queue.close()
        await writer.waitForEnd()
    }
}

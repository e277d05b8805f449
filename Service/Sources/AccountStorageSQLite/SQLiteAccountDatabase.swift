package import AccountStorage
internal import GRDB

/// Accounts in one SQLite file, durable before an answer is given.
///
/// Transactions that wait at the same moment share one commit, so that one fsync serves many of them. A caller who is
/// cancelled while waiting leaves with `unavailable`; once the transaction's turn has come its work is committed all the
/// same. One process serves a file at its best; others are kept out only for the length of a commit.
package final class SQLiteAccountDatabase: AccountDatabase {
    private let queue: TransactionQueue
    private let writer: WriterThread

    /// Opens the file at `path`, makes it, or says why not. Blocks for as long as that takes.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLiteOpeningFailure) {
        let opening = DatabaseOpening(path: path, options: options)
        let connections = try opening.open()
        queue = TransactionQueue(limit: options.queueLimit)
        let checkpoints = CheckpointThread(connection: connections.checkpoints, path: path, options: options)
        writer = WriterThread(
            connection: connections.writer, file: OpenedFile(path: path), queue: queue, checkpoints: checkpoints,
            options: options)
        checkpoints.start()
        writer.start()
    }

    deinit {
        // The threads hold everything they need and end by themselves.
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
        let member = WaitingTransaction(body)
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
        queue.close()
        await writer.waitForEnd()
    }
}

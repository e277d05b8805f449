internal import AccountStorage
internal import Foundation
internal import GRDB

/// The thread on which every transaction runs. It belongs to the database and not to a caller, so that a cancelled
/// caller does not affect others. It is a thread and not a task, because it blocks in fsync.
final class WriterThread: Sendable {
    private let connection: DatabaseQueue
    private let file: OpenedFile?
    private let queue: TransactionQueue
    private let checkpoints: CheckpointThread?
    private let options: SQLiteOptions
    private let end = ThreadEnd()

    /// - Parameters:
    ///   - file: `nil` for a database in memory.
    ///   - checkpoints: `nil` for a database without a log.
    init(
        connection: DatabaseQueue, file: OpenedFile?, queue: TransactionQueue, checkpoints: CheckpointThread?,
        options: SQLiteOptions
    ) {
        self.connection = connection
        self.file = file
        self.queue = queue
        self.checkpoints = checkpoints
        self.options = options
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "accounts-writer"
        thread.start()
    }

    /// Returns when the thread has served all callers and closed the file.
    func waitForEnd() async {
        await end.wait()
    }

    private func run() {
        connection.writeWithoutTransaction { database in
            if let handle = database.sqliteConnection { serve(on: SQLiteConnection(handle)) }
        }
        checkpoints?.stop()
        try? connection.close()
        end.reach()
    }

    private func serve(on connection: SQLiteConnection) {
        var changes: Int32 = 0
        while let batch = queue.takeBatch(atMost: max(1, options.batchLimit)) {
            let members = batch.filter { $0.begin() }
            guard !members.isEmpty else { continue }
            var erases = false
            let shared = SharedCommit(
                connection: connection, file: file, didCommit: options.didCommit, willErase: { erases = true })
            if case .busy = shared.run(members) {
                // Callers that arrived meanwhile have waited, too. Another attempt would make them wait twice as long.
                members.forEach { $0.fail(.unavailable) }
                queue.failWaiting(.unavailable)
            }
            if erases { checkpoints?.requestEmptyLog() }
            // SQLite's 32-bit counter overflows, so only the difference is meaningful.
            let total = connection.totalChanges
            if total &- changes >= options.changesBetweenCheckpoints {
                changes = total
                checkpoints?.request()
            }
        }
    }
}

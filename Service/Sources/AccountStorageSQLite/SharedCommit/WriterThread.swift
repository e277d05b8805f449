internal import AccountStorage
internal import Foundation
internal import GRDB

/// The thread on which every transaction runs: the database's own, never a caller's, so that a caller that is
/// cancelled takes no other along. A thread and not a task, because it blocks in fsync.
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

    /// Returns when the thread has served everyone and closed the file.
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
                // Callers that came meanwhile have waited as well; another round would keep them twice as long.
                members.forEach { $0.fail(.unavailable) }
                queue.failWaiting(.unavailable)
            }
            if erases { checkpoints?.requestEmptyLog() }
            // SQLite counts in 32 bits and starts over: only the difference means something.
            let total = connection.totalChanges
            if total &- changes >= options.changesBetweenCheckpoints {
                changes = total
                checkpoints?.request()
            }
        }
    }
}

internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the file, on a thread and a connection of its own. On the writer's thread, the
/// commit that triggers the checkpoint would take several times as long as the others.
///
/// The log contains every page that was written since it was last restarted, and therefore also erased data. It is
/// emptied after an account is erased, and once a minute in any case.
final class CheckpointThread: Sendable {
    private enum Wish: Int { case none, checkpoint, emptyLog, stop }

    private let connection: DatabaseQueue
    private let logPath: String
    private let longestLog: Int
    private let emptiesLogEvery: Double
    private let wish = Mutex(Wish.none)
    private let wakeUp = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(connection: DatabaseQueue, path: String, options: SQLiteOptions) {
        self.connection = connection
        logPath = path + "-wal"
        longestLog = options.longestLog
        emptiesLogEvery = options.secondsBetweenEmptyLogs
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "accounts-checkpoint"
        thread.start()
    }

    func request() {
        ask(for: .checkpoint)
    }

    /// Requests that the log is emptied soon, because it contains data that was just erased.
    func requestEmptyLog() {
        ask(for: .emptyLog)
    }

    /// Blocks until the connection is closed.
    func stop() {
        ask(for: .stop)
        finished.wait()
    }

    private func ask(for new: Wish) {
        let mustWake = wish.withLock { wish in
            defer { if new.rawValue > wish.rawValue { wish = new } }
            return wish == .none
        }
        if mustWake { wakeUp.signal() }
    }

    private func run() {
        var emptiedAt = DispatchTime.now()
        while true {
            _ = wakeUp.wait(timeout: emptiedAt + emptiesLogEvery)
            let next = wish.withLock { wish in
                defer { if wish != .stop { wish = .none } }
                return wish
            }
            if next == .stop { break }
            if next == .emptyLog || DispatchTime.now() >= emptiedAt + emptiesLogEvery {
                emptyLog()
                emptiedAt = .now()
            } else {
                checkpoint()
            }
        }
        try? connection.close()
        finished.signal()
    }

    /// A failure only makes the log longer. The next request tries again.
    private func checkpoint() {
        connection.writeWithoutTransaction { database in
            guard let log = try? database.checkpoint(.passive), log.walFrameCount > longestLog else { return }
            // Under constant writes, the log is never restarted by itself. Only little is left to copy now, so the
            // writer is blocked only briefly.
            _ = try? database.checkpoint(.restart)
        }
    }

    /// Truncates the log to zero bytes. This fails while another connection reads, for example during a backup. It is
    /// then tried again a minute later.
    private func emptyLog() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: logPath)
        guard (attributes?[.size] as? NSNumber)?.intValue != 0 else { return }
        connection.writeWithoutTransaction { database in
            // A passive checkpoint first copies most of the log without blocking the writer.
            _ = try? database.checkpoint(.passive)
            _ = try? database.checkpoint(.truncate)
        }
    }
}

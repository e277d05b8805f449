internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the file, on a thread and connection of its own: on the writer's, the commit that
/// happens to pay for it takes several times as long as the others.
///
/// The log keeps every page that was written since it last started over, and so what people had erased. It is emptied
/// after an erasure, and once a minute in any case.
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

    /// Has the log emptied soon: something was erased that it still holds.
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

    /// A failure costs nothing but a longer log: the next request tries again.
    private func checkpoint() {
        connection.writeWithoutTransaction { database in
            guard let log = try? database.checkpoint(.passive), log.walFrameCount > longestLog else { return }
            // While commits keep coming the log never starts over by itself. Little is left to copy now, so the writer
            // is held up for a moment only.
            _ = try? database.checkpoint(.restart)
        }
    }

    /// Leaves nothing in the log. While somebody reads, a backup for instance, it stays, and the next minute tries again.
    private func emptyLog() {
        let attributes = try? FileManager.default.attributesOfItem(atPath: logPath)
        guard (attributes?[.size] as? NSNumber)?.intValue != 0 else { return }
        connection.writeWithoutTransaction { database in
            // Most of it is copied without holding up the writer.
            _ = try? database.checkpoint(.passive)
            _ = try? database.checkpoint(.truncate)
        }
    }
}

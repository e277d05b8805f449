internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization

/// Copies the write-ahead log into the file, on a thread and connection of its own: on the writer's, the commit that
/// happens to pay for it takes several times as long as the others.
final class CheckpointThread: Sendable {
    private enum Wish { case none, checkpoint, stop }

    private let connection: DatabaseQueue
    private let longestLog: Int
    private let wish = Mutex(Wish.none)
    private let wakeUp = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(connection: DatabaseQueue, longestLog: Int) {
        self.connection = connection
        self.longestLog = longestLog
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "accounts-checkpoint"
        thread.start()
    }

    func request() {
        ask(for: .checkpoint)
    }

    /// Blocks until the connection is closed.
    func stop() {
        ask(for: .stop)
        finished.wait()
    }

    private func ask(for new: Wish) {
        let mustWake = wish.withLock { wish in
            defer { if wish != .stop { wish = new } }
            return wish == .none
        }
        if mustWake { wakeUp.signal() }
    }

    private func run() {
        while true {
            wakeUp.wait()
            let next = wish.withLock { wish in
                defer { if wish == .checkpoint { wish = .none } }
                return wish
            }
            if next == .stop { break }
            checkpoint()
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
}

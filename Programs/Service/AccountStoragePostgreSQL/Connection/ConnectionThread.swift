internal import AccountStorage
internal import Foundation

/// The thread of one connection, because libpq's calls block.
final class ConnectionThread: Sendable {
    private let number: Int
    private let url: String
    private let queue: ConnectionQueue
    private let options: PostgreSQLOptions
    private let end = ThreadEnd()

    init(number: Int, url: String, queue: ConnectionQueue, options: PostgreSQLOptions) {
        self.number = number
        self.url = url
        self.queue = queue
        self.options = options
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "accounts-\(number)"
        thread.start()
    }

    /// Returns when the queue is closed and empty and the thread has closed its connection.
    func waitForEnd() async {
        await end.wait()
    }

    private func run() {
        let runner = TransactionRunner(url: url, options: options)
        while let member = queue.take() {
            if member.begin() { runner.serve(member) }
        }
        runner.disconnect()
        end.reach()
    }
}

internal import AccountStorage

/// A bounded number of connections, each on its own thread, that take transactions from one bounded queue.
///
/// A body never waits for a second connection, so the pool cannot deadlock.
final class ConnectionPool: Sendable {
    private let queue: ConnectionQueue
    private let threads: [ConnectionThread]

    init(url: String, options: PostgreSQLOptions) {
        let queue = ConnectionQueue(limit: options.queueLimit, longestWait: .seconds(options.waitLimit))
        self.queue = queue
        threads = (0..<max(1, options.connections)).map { number in
            ConnectionThread(number: number, url: url, queue: queue, options: options)
        }
        for thread in threads { thread.start() }
    }

    /// How many transactions wait for a connection.
    var waitingCount: Int { queue.count }

    /// Runs a transaction on the next free connection.
    func run<Value: Sendable>(_ member: WaitingTransaction<Value>) async throws(StorageFailure) -> Value {
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

    /// Refuses further transactions.
    func close() {
        queue.close()
    }

    /// Returns when all callers were served and every connection is closed.
    func waitForEnd() async {
        for thread in threads { await thread.waitForEnd() }
    }
}

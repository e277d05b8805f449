internal import AccountStorage

/// A bounded number of connections, each on a thread of its own, which take transactions from one bounded queue.
///
/// A body never waits for a second connection, so there is nothing to lock each other out of.
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

    /// Runs a transaction on the next connection that is free.
    func run<Value: Sendable>(_ member: WaitingTransaction<Value>) async throws(StorageFailure) -> Value {
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

    /// Takes no further transactions.
    func close() {
        queue.close()
    }

    /// Returns when everyone was served and every connection is closed.
    func waitForEnd() async {
        for thread in threads { await thread.waitForEnd() }
    }
}

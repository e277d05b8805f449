import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// Runs a connection's tasks on the thread of its event loop (SE-0417).
///
/// On Swift's own pool each request wakes a thread of the pool, and its answer wakes the loop again: with few connections
/// that costs more than the answer. A handler must not block the loop. Passwords are hashed and the database is written on
/// threads of their own; SQLite is read on the loop.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// An HTTP/1.1 connection whose requests are answered on its event loop.
struct ConnectionOnItsLoop: ServerChildChannel {
    let connection: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        connection.setup(channel: channel, logger: logger)
    }

    @concurrent func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await connection.handle(value: value, logger: logger)
        }
    }
}

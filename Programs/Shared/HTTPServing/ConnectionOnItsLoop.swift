package import HummingbirdCore
package import Logging
package import NIOCore

/// Runs the tasks of a connection on the thread of its event loop (SE-0417).
///
/// On Swift's own pool, each request would wake a thread of the pool, and its answer would wake the event loop again;
/// with few connections this costs more than the answer itself. A handler must not block the loop, nor keep it with a
/// body that never has to wait for its reader.
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

/// An HTTP/1.1 connection that answers its requests on its event loop.
package struct ConnectionOnItsLoop: ServerChildChannel {
    private let connection: HTTP1Channel

    /// Wraps a connection as Hummingbird serves it.
    package init(_ connection: HTTP1Channel) { self.connection = connection }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        connection.setup(channel: channel, logger: logger)
    }

    @concurrent package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await connection.handle(value: value, logger: logger)
        }
    }
}

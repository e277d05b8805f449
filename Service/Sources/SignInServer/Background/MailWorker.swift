public import Logging
public import ServiceLifecycle
public import SignInFlows

/// Sends the mail that waits: soon after it was written, and again until it is taken.
public struct MailWorker: Service {
    private let outbox: MailOutbox
    private let interval: Duration
    private let logger: Logger

    /// A worker that looks every `interval`; several may share the work.
    public init(outbox: MailOutbox, interval: Duration = .seconds(1), logger: Logger) {
        self.outbox = outbox
        self.interval = interval
        self.logger = logger
    }

    /// Works until the service is told to stop.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                try await Task.sleep(for: interval)
            }
        }
    }

    /// Rounds until nothing more is due. A failure is told and left to the next time.
    func work() async {
        do {
            while try await outbox.work() > 0, !Task.isCancelled {}
        } catch {
            logger.warning("mail", metadata: ["code": "\(error.code)"])
        }
    }
}

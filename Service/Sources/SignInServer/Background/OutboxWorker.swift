public import Logging
public import ServiceLifecycle
public import SignInFlows

/// Does what waits in the outbox: soon after it was written, and again until Apple has answered.
public struct OutboxWorker: Service {
    private let outbox: AppleOutbox
    private let interval: Duration
    private let logger: Logger

    /// A worker that looks every `interval`; several may share the work.
    public init(outbox: AppleOutbox, interval: Duration = .seconds(2), logger: Logger) {
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
            logger.warning("outbox", metadata: ["code": "\(error.code)"])
        }
    }
}

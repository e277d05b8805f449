public import Logging
public import ServiceLifecycle
public import SignInFlows

/// Tells the app's backend what was written down for it: soon after it happened, and again until the backend has it.
public struct EventWorker: Service {
    private let delivery: EventDelivery
    private let interval: Duration
    private let logger: Logger

    /// A worker that looks every `interval`; several may share the work.
    public init(delivery: EventDelivery, interval: Duration = .seconds(1), logger: Logger) {
        self.delivery = delivery
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

    /// Rounds for as long as the backend takes anything: one that takes nothing is asked a few times in each interval.
    func work() async {
        do {
            while try await delivery.work() > 0, !Task.isCancelled {}
        } catch {
            logger.warning("events", metadata: ["code": "\(error.code)"])
        }
    }
}

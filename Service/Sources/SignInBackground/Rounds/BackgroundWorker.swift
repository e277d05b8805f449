package import Logging
import ServiceLifecycle
package import SignInFlows

/// Repeats one kind of background work: soon after an entry is stored, and again until it is done.
package struct BackgroundWorker: Service {
    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let round: BackgroundRound

    /// Creates a worker that runs a round every `interval`; several workers may share the work.
    ///
    /// - Parameters:
    ///   - name: the name under which failures are logged.
    ///   - round: the work of one round; see ``BackgroundRound``.
    package init(
        name: String, interval: Duration, logger: Logger, round: @escaping BackgroundRound
    ) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.round = round
    }

    /// Works until the service is told to stop.
    package func run() async throws {
        await work(every: interval) { await work() }
    }

    /// Repeats rounds until one does nothing. A failure is logged and left to the next interval.
    func work() async {
        do {
            while try await round() > 0, !Task.isCancelled {}
        } catch {
            logger.warning("\(name)", metadata: ["code": "\(error.code)"])
        }
    }
}

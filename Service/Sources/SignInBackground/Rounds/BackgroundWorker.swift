package import Logging
import ServiceLifecycle
package import SignInFlows

/// Does one kind of work that waits: soon after it was written down, and again until it is done.
package struct BackgroundWorker: Service {
    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let round: BackgroundRound

    /// A worker that looks every `interval`; several may share the work.
    ///
    /// - Parameters:
    ///   - name: what its failures are logged under.
    ///   - round: what it does each time; see ``BackgroundRound``.
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

    /// Rounds for as long as they do anything. A failure is told and left to the next time.
    func work() async {
        do {
            while try await round() > 0, !Task.isCancelled {}
        } catch {
            logger.warning("\(name)", metadata: ["code": "\(error.code)"])
        }
    }
}

package import Logging
import ServiceLifecycle
package import SignInFlows

/// Repeats one kind of background work: soon after an entry is stored, and again until it is done.
package struct BackgroundWorker: Service {
    private let name: String
    private let interval: Duration
    private let overlaps: Bool
    private let logger: Logger
    private let round: BackgroundRound

    /// Creates a worker that runs a round every `interval`; several workers may share the work.
    ///
    /// - Parameters:
    ///   - name: the name under which failures are logged.
    ///   - overlaps: whether a round begins after each interval even if an earlier one has not ended. The round itself
    ///     keeps the work of the two apart.
    ///   - round: the work of one round; see ``BackgroundRound``.
    package init(
        name: String, interval: Duration, overlaps: Bool = false, logger: Logger, round: @escaping BackgroundRound
    ) {
        self.name = name
        self.interval = interval
        self.overlaps = overlaps
        self.logger = logger
        self.round = round
    }

    /// Works until the service is told to stop.
    package func run() async throws {
        guard overlaps else { return await work(every: interval) { await work() } }
        await withDiscardingTaskGroup { group in
            // The closure may not use the group, so the ticks come in a stream.
            let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            group.addTask {
                await work(every: interval) { tick.yield() }
                tick.finish()
            }
            for await _ in ticks { group.addTask { await work() } }
            group.cancelAll()
        }
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

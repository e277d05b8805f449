package import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows
import Synchronization

/// Schedules the daily validation of every grant at Apple, spread evenly over the day.
///
/// Each round plans the next minute. The progress is kept only in memory: a new process starts an hour back, and grants
/// that are already planned are not planned again.
package final class ValidationPlanner: Service {
    private let environment: SignInEnvironment
    private let logger: Logger
    private let plannedUntil = Mutex<Date?>(nil)
    private let began: Date

    static let interval: TimeInterval = 60

    /// Creates a planner for the grants in an environment's database.
    package init(environment: SignInEnvironment, logger: Logger) {
        self.environment = environment
        self.logger = logger
        began = environment.now()
    }

    /// How many seconds the planning is behind: since the end of what was planned last, or since the start.
    package var secondsBehind: TimeInterval {
        max(0, environment.now().timeIntervalSince(plannedUntil.withLock { $0 } ?? began))
    }

    /// Plans until the service is told to stop.
    package func run() async throws {
        await work(every: .seconds(Self.interval)) { await self.plan() }
    }

    /// Runs one round. A failure is logged, and the next round tries again.
    func plan() async {
        let end = environment.now().addingTimeInterval(Self.interval)
        // If the clock was far ahead and has been corrected, `plannedUntil` lies in the future and must not delay
        // planning.
        let start = min(plannedUntil.withLock { $0 } ?? .distantPast, end)
        do {
            guard let planned = try await GrantValidation(environment).plan(from: start, to: end) else {
                return logger.warning("validation", metadata: ["code": "outbox_full"])
            }
            plannedUntil.withLock { $0 = end }
            logger.debug("validation", metadata: ["planned": "\(planned)"])
        } catch {
            logger.warning("validation", metadata: ["code": "\(error.code)"])
        }
    }
}

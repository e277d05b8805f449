import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows
import Synchronization

/// Has Apple asked after everybody about once a day, at an even pace.
///
/// Each round plans the minute that comes. Where planning stands is only remembered here: a process that starts looks
/// an hour back, and whoever was planned before is not planned again.
package final class ValidationPlanner: Service {
    private let environment: SignInEnvironment
    private let logger: Logger
    private let plannedUntil = Mutex<Date?>(nil)

    static let interval: TimeInterval = 60

    /// A planner for the grants of an environment's database.
    package init(environment: SignInEnvironment, logger: Logger) {
        self.environment = environment
        self.logger = logger
    }

    /// Plans until the service is told to stop.
    package func run() async throws {
        await work(every: .seconds(Self.interval)) { await self.plan() }
    }

    /// One round. A failure is told and left to the next round.
    func plan() async {
        let end = environment.now().addingTimeInterval(Self.interval)
        // A clock that was far ahead and is right again must not keep the plan waiting.
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

package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Tells the app's backend what happened to accounts.
    ///
    /// A round counts what the backend took: one that takes nothing is asked a few times in each interval.
    package static func events(of delivery: EventDelivery, logger: Logger) -> BackgroundWorker {
        BackgroundWorker(name: "events", interval: .seconds(1), logger: logger, round: delivery.work)
    }
}

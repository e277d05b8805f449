package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Sends events about accounts to the app's backend.
    ///
    /// A round returns the number of events that the backend accepted, so a backend that accepts none gets only a few
    /// requests in each interval.
    package static func events(of delivery: EventDelivery, logger: Logger) -> BackgroundWorker {
        BackgroundWorker(name: "events", interval: .seconds(1), logger: logger, round: delivery.work)
    }
}

package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Tells OpenID clients that a session ended.
    ///
    /// A round returns the number of notices that are settled, so a client that does not answer gets only a few
    /// requests in each interval. Rounds overlap, so that the others do not wait for that client.
    package static func logoutNotices(of delivery: LogoutDelivery, logger: Logger) -> BackgroundWorker {
        BackgroundWorker(
            name: "logout notices", interval: .seconds(1), overlaps: true, logger: logger, round: delivery.work)
    }
}

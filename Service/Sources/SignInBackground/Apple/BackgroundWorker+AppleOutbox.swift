package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Carries out the calls to Apple that wait in the outbox.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong. The worker then does nothing: a clock that is
    ///   off by years would postpone every entry for years or make the worker give it up.
    package static func appleOutbox(
        of environment: SignInEnvironment, logger: Logger, isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) -> BackgroundWorker {
        let outbox = AppleOutbox(environment)
        return BackgroundWorker(
            name: "outbox", interval: .seconds(2), overlaps: true, logger: logger,
            round: { () async throws(SignInError) in isClockFarOff() ? 0 : try await outbox.work() })
    }
}

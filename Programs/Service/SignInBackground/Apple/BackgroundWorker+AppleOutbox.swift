package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Carries out the calls to Apple that wait in the outbox.
    ///
    /// - Parameters:
    ///   - isClockFarOff: whether the clock is known to be wrong. The worker then does nothing: a clock that is
    ///     off by years would postpone every entry for years or make the worker give it up.
    ///   - observe: called with the verdict on each validated token.
    package static func appleOutbox(
        of environment: SignInEnvironment, logger: Logger, isClockFarOff: @escaping @Sendable () -> Bool = { false },
        observe: @escaping @Sendable (_ verdict: String) -> Void = { _ in }
    ) -> BackgroundWorker {
        let outbox = AppleOutbox(environment, observe: observe)
        return BackgroundWorker(
            name: "outbox", interval: .seconds(2), overlaps: true, logger: logger,
            round: { () async throws(SignInError) in isClockFarOff() ? 0 : try await outbox.work() })
    }
}

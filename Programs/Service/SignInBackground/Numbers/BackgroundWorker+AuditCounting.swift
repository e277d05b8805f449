package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Adds the lines of the audit to the daily numbers.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong. The worker then does nothing: with a clock that is
    ///   far ahead, lines would be counted that are written later under an earlier time.
    package static func auditCounting(
        of environment: SignInEnvironment, logger: Logger, isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) -> BackgroundWorker {
        let counting = AuditCounting(environment)
        return BackgroundWorker(
            name: "numbers", interval: .seconds(60), logger: logger,
            round: { () async throws(SignInError) in isClockFarOff() ? 0 : try await counting.work() })
    }
}

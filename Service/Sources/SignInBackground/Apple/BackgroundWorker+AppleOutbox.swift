package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Does at Apple what waits in the outbox.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong. By one that is years off everything would be put
    ///   off for years, or given up: then nothing is done.
    package static func appleOutbox(
        of environment: SignInEnvironment, logger: Logger, isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) -> BackgroundWorker {
        BackgroundWorker(
            name: "outbox", interval: .seconds(2), logger: logger,
            round: { () async throws(SignInError) in
                isClockFarOff() ? 0 : try await AppleOutbox(environment).work()
            })
    }
}

/// Delays every refusal of a password to the end of a fixed time step, so that its timing reveals nothing.
///
/// The password for an unknown name is compared with a hash made with the current parameters. An imported hash may take
/// a different time, so an attacker could otherwise tell the two apart (OWASP Authentication Cheat Sheet,
/// "Authentication and Error Messages").
package struct PacedAnswers: Sendable {
    private let step: Duration
    private let elapsed: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void

    /// Answers in steps.
    ///
    /// - Parameters:
    ///   - step: must be longer than the slowest hash takes. Zero answers at once.
    ///   - elapsed: a monotonic clock.
    ///   - pause: waits for a duration.
    package init(
        step: Duration, elapsed: @escaping @Sendable () -> Duration,
        pause: @escaping @Sendable (Duration) async -> Void
    ) {
        self.step = step
        self.elapsed = elapsed
        self.pause = pause
    }

    /// Answers at once, for tools and tests.
    package static let atOnce = PacedAnswers(step: .zero, elapsed: { .zero }, pause: { _ in })

    /// Answers in steps of real time.
    package static func steps(of step: Duration) -> PacedAnswers {
        PacedAnswers(
            step: step, elapsed: ContinuousClock.sinceNow(),
            pause: { duration in
                // Cancelled: the caller has disconnected, so there is no need to wait.
                do { try await Task.sleep(for: duration) } catch {}
            })
    }

    /// How long an answer that is ready after `elapsed` has to wait until the end of its step.
    static func wait(after elapsed: Duration, step: Duration) -> Duration {
        guard step > .zero else { return .zero }
        let steps = (elapsed / step).rounded(.up)
        return max(.zero, step * max(1, steps) - elapsed)
    }

    /// Runs `work`. A result is returned at once; an error for which `isPaced` is true is thrown at the end of a step.
    func pace<Value>(
        _ isPaced: (SignInError) -> Bool, _ work: () async throws(SignInError) -> Value
    ) async throws(SignInError) -> Value {
        let start = elapsed()
        do throws(SignInError) {
            return try await work()
        } catch {
            if isPaced(error) { await pause(Self.wait(after: elapsed() - start, step: step)) }
            throw error
        }
    }

    /// Runs `work` and returns at the end of a step.
    func pace(_ work: () async throws(SignInError) -> Void) async throws(SignInError) {
        let start = elapsed()
        try await work()
        await pause(Self.wait(after: elapsed() - start, step: step))
    }
}

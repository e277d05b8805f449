/// Gives every "no" to a password at the end of a step of equal length, so that the time it took says nothing.
///
/// A name that leads nowhere is compared with a hash of today's kind. One that was imported may take another time: who
/// measures could tell the two apart (OWASP Authentication Cheat Sheet, "Authentication and Error Messages").
package struct PacedAnswers: Sendable {
    private let step: Duration
    private let elapsed: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void

    /// Answers in steps.
    ///
    /// - Parameters:
    ///   - step: longer than the slowest hash takes; zero answers at once.
    ///   - elapsed: a clock that only goes forward.
    ///   - pause: waits.
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
                // Whoever hung up does not wait.
                do { try await Task.sleep(for: duration) } catch {}
            })
    }

    /// How long an answer waits that is ready after `elapsed`: until the end of the step.
    static func wait(after elapsed: Duration, step: Duration) -> Duration {
        guard step > .zero, elapsed >= .zero else { return .zero }
        let steps = (elapsed / step).rounded(.up)
        return max(.zero, step * max(1, steps) - elapsed)
    }

    /// Runs `work`, and gives what it returns, or a refusal that `isPaced` names, at the end of a step.
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

    /// Runs `work`, and returns at the end of a step.
    func pace(_ work: () async throws(SignInError) -> Void) async throws(SignInError) {
        let start = elapsed()
        try await work()
        await pause(Self.wait(after: elapsed() - start, step: step))
    }
}

import Foundation

@testable import SignInKit

/// A clock that a test advances. A sleeping task wakes when the clock has advanced far enough, or when it is cancelled.
actor TestTime {
    private let sleepers = Sleepers()

    /// Unchecked, because the compiler cannot see that the variables are only accessed while the lock is held.
    private final class Sleepers: @unchecked Sendable {
        private struct Sleeper {
            let number: Int
            let until: Date
            let wake: CheckedContinuation<Void, any Error>
        }

        private var time = Sample.start
        private var asleep: [Sleeper] = []
        private var cancelled: Set<Int> = []
        private var started: [(number: Int, seconds: Double)] = []
        private var numbers = 0
        private let lock = NSLock()

        var now: Date { lock.withLock { time } }
        var isAsleep: Bool { lock.withLock { !asleep.isEmpty } }
        var slept: [Double] { lock.withLock { started.map(\.seconds) } }

        func advance(_ seconds: Double) {
            let due = lock.withLock { () -> [Sleeper] in
                time += seconds
                defer { asleep.removeAll { $0.until <= time } }
                return asleep.filter { $0.until <= time }
            }
            for sleeper in due { sleeper.wake.resume() }
        }

        func sleep(_ seconds: Double) async throws {
            let number = lock.withLock { () -> Int in
                numbers += 1
                return numbers
            }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { begin(number, seconds, $0) }
            } onCancel: {
                cancel(number)
            }
        }

        private func begin(_ number: Int, _ seconds: Double, _ wake: CheckedContinuation<Void, any Error>) {
            let isCancelled = lock.withLock { () -> Bool in
                if cancelled.contains(number) { return true }
                started.append((number, seconds))
                asleep.append(Sleeper(number: number, until: time.addingTimeInterval(seconds), wake: wake))
                return false
            }
            if isCancelled { wake.resume(throwing: CancellationError()) }
        }

        private func cancel(_ number: Int) {
            let sleeper = lock.withLock { () -> Sleeper? in
                cancelled.insert(number)
                guard let place = asleep.firstIndex(where: { $0.number == number }) else { return nil }
                started.removeAll { $0.number == number }
                return asleep.remove(at: place)
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Whether a task sleeps.
    var isAsleep: Bool { sleepers.isAsleep }
    /// How long tasks slept or will sleep that were not cancelled, in seconds.
    var slept: [Double] { sleepers.slept }

    nonisolated var clock: SignInClock {
        SignInClock(now: { [sleepers] in sleepers.now }, sleep: { [sleepers] in try await sleepers.sleep($0) })
    }

    func advance(_ seconds: Double) { sleepers.advance(seconds) }
}

public import Foundation
public import SignInKit

/// A clock that stands still until a test advances it.
///
/// Unchecked, because the compiler cannot see that the variables are only accessed while the lock is held. The standard
/// library's `Mutex` needs newer systems than the package supports.
public final class TestSignInClock: @unchecked Sendable {
    private struct Sleeper {
        let until: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var time: Date
    private var sleepers: [Int: Sleeper] = [:]
    private var cancelled: Set<Int> = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var numbers = 0
    private let lock = NSLock()

    /// Creates a clock that shows this time.
    public init(at start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        time = start
    }

    /// The time that the clock shows.
    public var now: Date { lock.withLock { time } }

    /// The clock for a `SignInClient`.
    public var clock: SignInClock {
        SignInClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Advances the time, and wakes what sleeps until then.
    public func advance(by seconds: Double) {
        let woken = lock.withLock { () -> [Sleeper] in
            time += seconds
            let due = sleepers.filter { $0.value.until <= time }
            for number in due.keys { sleepers[number] = nil }
            return Array(due.values)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Advances the time as soon as something sleeps, such as a sign-in that waits for the network.
    public func advanceWhenAsleep(by seconds: Double) async {
        await withCheckedContinuation { continuation in
            let isAsleep = lock.withLock {
                if sleepers.isEmpty { waiters.append(continuation) }
                return !sleepers.isEmpty
            }
            if isAsleep { continuation.resume() }
        }
        advance(by: seconds)
    }

    private func sleep(_ seconds: Double) async throws {
        let number = lock.withLock {
            numbers += 1
            return numbers
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(number, seconds, continuation)
            }
        } onCancel: {
            let sleeper = lock.withLock {
                if sleepers[number] == nil { cancelled.insert(number) }
                return sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The task may have been cancelled before it began to sleep.
    private func begin(_ number: Int, _ seconds: Double, _ continuation: CheckedContinuation<Void, any Error>) {
        let (isCancelled, woken) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
            if cancelled.remove(number) != nil { return (true, []) }
            sleepers[number] = Sleeper(until: time.addingTimeInterval(seconds), continuation: continuation)
            defer { waiters = [] }
            return (false, waiters)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for waiter in woken { waiter.resume() }
    }
}

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
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
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

    /// Advances the time as soon as something sleeps, such as a sign-in that waits for the network. If the calling task is
    /// cancelled before, the time stays.
    public func advanceWhenAsleep(by seconds: Double) async {
        do {
            try await waitForSleeper()
        } catch {
            return
        }
        advance(by: seconds)
    }

    private func waitForSleeper() async throws {
        let number = lock.withLock { nextNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = lock.withLock { () -> Result<Void, any Error>? in
                    if cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if !sleepers.isEmpty { return .success(()) }
                    waiters[number] = continuation
                    return nil
                }
                if let isOver { continuation.resume(with: isOver) }
            }
        } onCancel: {
            let waiter = lock.withLock { cancel(number, among: &waiters) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func sleep(_ seconds: Double) async throws {
        let number = lock.withLock { nextNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(number, seconds, continuation)
            }
        } onCancel: {
            let sleeper = lock.withLock { cancel(number, among: &sleepers) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Returns what waits under the number. If nothing does, the cancellation is kept until it begins to wait.
    private func cancel<Waiting>(_ number: Int, among waiting: inout [Int: Waiting]) -> Waiting? {
        guard let found = waiting.removeValue(forKey: number) else {
            cancelled.insert(number)
            return nil
        }
        return found
    }

    /// The task may have been cancelled before it began to sleep.
    private func begin(_ number: Int, _ seconds: Double, _ continuation: CheckedContinuation<Void, any Error>) {
        let (isCancelled, woken) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, any Error>]) in
            if cancelled.remove(number) != nil { return (true, []) }
            sleepers[number] = Sleeper(until: time.addingTimeInterval(seconds), continuation: continuation)
            defer { waiters = [:] }
            return (false, Array(waiters.values))
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for waiter in woken { waiter.resume() }
    }
}

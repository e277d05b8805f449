import Dispatch
import Foundation
import Synchronization

/// Hashes passwords on a few threads, with a short queue.
///
/// A hash occupies a core for a moment and takes much memory. Without a limit, passwords alone could delay everybody
/// who signs in with Apple.
package final class HashingPool: Sendable {
    private struct State {
        var running = 0
        var waiting: [Waiter] = []
    }

    private struct Waiter: Sendable {
        let since: Duration
        let run: @Sendable () -> Void
        let reject: @Sendable () -> Void
    }

    /// What happens to new work.
    private enum Admission {
        case runs, waits, isRejected
    }

    private let size: Int
    private let longestQueue: Int
    private let longestWait: Duration
    private let elapsed: @Sendable () -> Duration
    private let observe: @Sendable () -> Void
    private let state = Mutex(State())
    private let threads = DispatchQueue(label: "password-hashing", qos: .utility, attributes: .concurrent)

    /// The default size for this machine: half of its cores, but at least one.
    package static var defaultSize: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 2) }

    /// - Parameters:
    ///   - size: how many hashes run at the same time, at least one.
    ///   - longestQueue: how many callers may wait. Further callers are rejected.
    ///   - longestWait: a caller that has waited longer than this when a thread is free is rejected. Otherwise, on a
    ///     slow machine, the queue could take longer than clients wait, and every hash would be for a client that has
    ///     left.
    ///   - observe: called before each hash, on its thread.
    ///   - elapsed: a monotonic clock.
    package init(
        size: Int = HashingPool.defaultSize, longestQueue: Int = 32, longestWait: Duration = .seconds(10),
        observe: @escaping @Sendable () -> Void = {},
        elapsed: @escaping @Sendable () -> Duration = ContinuousClock.sinceNow()
    ) {
        self.size = max(1, size)
        self.longestQueue = longestQueue
        self.longestWait = longestWait
        self.elapsed = elapsed
        self.observe = observe
    }

    /// How many callers are waiting.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` and returns its result; nil if the queue is full or the wait was too long.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let waiter = Waiter(
                since: elapsed(),
                run: {
                    self.observe()
                    continuation.resume(returning: work())
                    self.leave()
                },
                reject: { continuation.resume(returning: nil) })
            switch state.withLock({ admit(waiter, to: &$0) }) {
            case .runs: threads.async(execute: waiter.run)
            case .waits: break
            case .isRejected: waiter.reject()
            }
        }
    }

    private func admit(_ waiter: Waiter, to state: inout State) -> Admission {
        if state.running < size {
            state.running += 1
            return .runs
        }
        guard state.waiting.count < longestQueue else { return .isRejected }
        state.waiting.append(waiter)
        return .waits
    }

    private func leave() {
        let oldest = elapsed() - longestWait
        let (late, next) = state.withLock { state -> (ArraySlice<Waiter>, Waiter?) in
            let late = state.waiting.prefix { $0.since < oldest }
            state.waiting.removeFirst(late.count)
            guard state.waiting.isEmpty else { return (late, state.waiting.removeFirst()) }
            state.running -= 1
            return (late, nil)
        }
        for waiter in late { waiter.reject() }
        if let next { threads.async(execute: next.run) }
    }
}

import Dispatch
import Foundation
import Synchronization

/// Where passwords are hashed: a few threads and a short queue before them.
///
/// One hash takes a core for a moment and much memory. Without a bound, passwords alone could keep everybody waiting who
/// signs in by Apple.
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

    /// What becomes of a piece of work.
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

    /// The size that suits this machine: half of its cores, one at least.
    package static var defaultSize: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 2) }

    /// - Parameters:
    ///   - size: how many hashes are made at the same time; one at least.
    ///   - longestQueue: how many callers may wait; further callers are rejected.
    ///   - longestWait: whoever has waited longer when a place is free is rejected. On a slow machine the queue would take
    ///     longer than clients wait, and every hash would be for somebody who has gone.
    ///   - observe: called before each hash, on its thread.
    ///   - elapsed: a clock that only goes forward.
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

    /// How many callers wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// What the work came to, or nil when the queue is full or took too long.
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

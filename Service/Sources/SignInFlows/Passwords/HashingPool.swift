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
        var waiting: [@Sendable () -> Void] = []
    }

    /// What becomes of a piece of work.
    private enum Admission {
        case runs, waits, isRejected
    }

    private let size: Int
    private let longestQueue: Int
    private let observe: @Sendable () -> Void
    private let state = Mutex(State())
    private let threads = DispatchQueue(label: "password-hashing", qos: .utility, attributes: .concurrent)

    /// The size that suits this machine: half of its cores, one at least.
    package static var defaultSize: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 2) }

    /// - Parameters:
    ///   - size: how many hashes are made at the same time; one at least.
    ///   - longestQueue: how many callers may wait; further callers are rejected.
    ///   - observe: called before each hash, on its thread.
    package init(
        size: Int = HashingPool.defaultSize, longestQueue: Int = 32,
        observe: @escaping @Sendable () -> Void = {}
    ) {
        self.size = max(1, size)
        self.longestQueue = longestQueue
        self.observe = observe
    }

    /// How many callers wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// What the work came to, or nil when the queue is full.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let job: @Sendable () -> Void = {
                self.observe()
                continuation.resume(returning: work())
                self.leave()
            }
            switch state.withLock({ admit(job, to: &$0) }) {
            case .runs: threads.async(execute: job)
            case .waits: break
            case .isRejected: continuation.resume(returning: nil)
            }
        }
    }

    private func admit(_ job: @escaping @Sendable () -> Void, to state: inout State) -> Admission {
        if state.running < size {
            state.running += 1
            return .runs
        }
        guard state.waiting.count < longestQueue else { return .isRejected }
        state.waiting.append(job)
        return .waits
    }

    private func leave() {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        if let next { threads.async(execute: next) }
    }
}

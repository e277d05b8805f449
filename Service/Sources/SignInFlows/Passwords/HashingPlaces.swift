import Dispatch
import Foundation
import Synchronization

/// Where passwords are hashed: a few places and a short queue before them, on threads of their own.
///
/// One hash takes a core for a moment and much memory. Without a bound, passwords alone could keep everybody waiting who
/// signs in by Apple.
package final class HashingPlaces: Sendable {
    private struct State {
        var taken = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let places: Int
    private let longestQueue: Int
    private let observe: @Sendable () -> Void
    private let state = Mutex(State())
    private let threads = DispatchQueue(label: "password-hashing", qos: .utility, attributes: .concurrent)

    /// How many places suit this machine: half of its cores, one at least.
    package static var standardPlaces: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 2) }

    /// Places for hashing.
    ///
    /// - Parameters:
    ///   - places: how many hashes are made at the same time; one at least.
    ///   - longestQueue: how many may wait; who comes then is sent away.
    ///   - observe: called before each hash, on its thread.
    package init(
        places: Int = HashingPlaces.standardPlaces, longestQueue: Int = 32,
        observe: @escaping @Sendable () -> Void = {}
    ) {
        self.places = max(1, places)
        self.longestQueue = longestQueue
        self.observe = observe
    }

    /// How many wait for a place.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// What the work came to, or nil when every place is taken and the queue is full.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
            let job: @Sendable () -> Void = {
                self.observe()
                continuation.resume(returning: work())
                self.leave()
            }
            let isTaken = state.withLock { state -> Bool? in
                if state.taken < places {
                    state.taken += 1
                    return true
                }
                guard state.waiting.count < longestQueue else { return false }
                state.waiting.append(job)
                return nil
            }
            switch isTaken {
            case true?: threads.async(execute: job)
            case false?: continuation.resume(returning: nil)
            case nil: break
            }
        }
    }

    private func leave() {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.taken -= 1
            return nil
        }
        if let next { threads.async(execute: next) }
    }
}

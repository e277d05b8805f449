internal import Synchronization

/// Lets tasks wait for the end of a thread.
package final class ThreadEnd: Sendable {
    private enum State {
        case ahead([CheckedContinuation<Void, Never>])
        case reached
    }

    private let state = Mutex(State.ahead([]))

    package init() {}

    package func reach() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .ahead(let waiting) = state else { return [] }
            state = .reached
            return waiting
        }
        waiting.forEach { $0.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard case .ahead(let waiting) = state else { return true }
                state = .ahead(waiting + [continuation])
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}

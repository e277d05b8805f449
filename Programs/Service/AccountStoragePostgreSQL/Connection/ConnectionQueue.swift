internal import AccountStorage
internal import Dispatch
internal import Synchronization

/// The transactions that wait for a connection. Their number and their waiting time are limited.
final class ConnectionQueue: Sendable {
    private struct Entry {
        let member: any WaitingMember
        let leavesAt: ContinuousClock.Instant
    }

    private struct State {
        var waiting: [Entry] = []
        var idleThreads = 0
        var isWatched = false
        var isClosed = false
    }

    private let limit: Int
    private let longestWait: Duration
    private let state = Mutex(State())
    /// Signalled once for each appended entry. A thread that finds no entry waits again.
    private let entries = DispatchSemaphore(value: 0)

    init(limit: Int, longestWait: Duration) {
        self.limit = limit
        self.longestWait = longestWait
    }

    var count: Int {
        state.withLock { $0.waiting.count }
    }

    /// Appends a member; `false` if the queue is full or closed.
    func append(_ member: some WaitingMember) -> Bool {
        let leavesAt = ContinuousClock.now + longestWait
        let (isIn, mustWatch) = state.withLock { state in
            guard !state.isClosed, state.waiting.count < limit else { return (false, false) }
            state.waiting.append(Entry(member: member, leavesAt: leavesAt))
            let mustWatch = !state.isWatched && state.waiting.count > state.idleThreads
            state.isWatched = state.isWatched || mustWatch
            return (true, mustWatch)
        }
        if isIn { entries.signal() }
        if mustWatch { Task.detached { await self.watch() } }
        return isIn
    }

    /// Removes a member whose caller was cancelled, so that it no longer counts towards the limit.
    func remove(_ member: some WaitingMember) {
        state.withLock { state in state.waiting.removeAll { $0.member === member } }
    }

    /// Blocks the calling thread until a transaction is waiting; `nil` once the queue is closed and empty.
    func take() -> (any WaitingMember)? {
        state.withLock { $0.idleThreads += 1 }
        defer { state.withLock { $0.idleThreads -= 1 } }
        while true {
            entries.wait()
            let (member, isOver) = state.withLock { state -> ((any WaitingMember)?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
                return (state.waiting.removeFirst().member, false)
            }
            if let member { return member }
            if isOver {
                // The next thread must end, too.
                entries.signal()
                return nil
            }
        }
    }

    /// Refuses further transactions. Callers that already wait are still served.
    func close() {
        state.withLock { $0.isClosed = true }
        entries.signal()
    }

    /// Fails callers that have waited too long, until no more callers wait.
    private func watch() async {
        while let next = expire(at: .now) {
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    /// Fails the callers that have waited too long. Returns when the next one will have; `nil` if none waits.
    private func expire(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (late, next) = state.withLock { state in
            // All callers have the same limit, so the first in the queue expire first.
            let late = state.waiting.prefix { $0.leavesAt <= now }
            state.waiting.removeFirst(late.count)
            state.isWatched = !state.waiting.isEmpty
            return (Array(late), state.waiting.first?.leavesAt)
        }
        for entry in late { entry.member.fail(.unavailable) }
        return next
    }
}

internal import AccountStorage
internal import Dispatch
internal import Synchronization

/// The transactions that wait for the writer. Callers append and remove them, and the writer's thread takes them.
final class TransactionQueue: Sendable {
    private struct State {
        var waiting: [any WaitingMember] = []
        var isWriterIdle = false
        var isClosed = false
    }

    private let limit: Int
    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int {
        state.withLock { $0.waiting.count }
    }

    /// Appends a member; `false` if the queue is full or closed.
    func append(_ member: some WaitingMember) -> Bool {
        let (isIn, mustWake) = state.withLock { state in
            guard !state.isClosed, state.waiting.count < limit else { return (false, false) }
            state.waiting.append(member)
            defer { state.isWriterIdle = false }
            return (true, state.isWriterIdle)
        }
        if mustWake { wakeUp.signal() }
        return isIn
    }

    /// Removes a member whose caller was cancelled, so that it no longer counts towards the limit.
    func remove(_ member: some WaitingMember) {
        state.withLock { state in
            if let place = state.waiting.firstIndex(where: { $0 === member }) {
                state.waiting.remove(at: place)
            }
        }
    }

    /// Blocks the writer's thread until a transaction is waiting; `nil` once the queue is closed and empty.
    func takeBatch(atMost size: Int) -> [any WaitingMember]? {
        while true {
            let (batch, isOver) = state.withLock { state -> ([any WaitingMember], Bool) in
                let batch = Array(state.waiting.prefix(size))
                state.waiting.removeFirst(batch.count)
                state.isWriterIdle = batch.isEmpty && !state.isClosed
                return (batch, state.isClosed)
            }
            if !batch.isEmpty { return batch }
            if isOver { return nil }
            wakeUp.wait()
        }
    }

    /// Fails every waiting transaction, because its caller has waited long enough.
    func failWaiting(_ failure: StorageFailure) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for member in waiting { member.fail(failure) }
    }

    /// Refuses further transactions. Callers that already wait are still served.
    func close() {
        let mustWake = state.withLock { state in
            state.isClosed = true
            defer { state.isWriterIdle = false }
            return state.isWriterIdle
        }
        if mustWake { wakeUp.signal() }
    }
}

import Synchronization

/// Wakes the readers of the stream of signals, which then read the new signals from the world.
final class SignalBroadcast: Sendable {
    private struct Listeners {
        var next = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// The number of listeners.
    var listenerCount: Int { listeners.withLock { $0.waiting.count } }

    /// Registers a listener. It is woken at once, so that no signal is missed before its first read, and then for each
    /// change.
    func listen() -> (wakeUps: AsyncStream<Void>, end: @Sendable () -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.waiting[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.waiting.removeValue(forKey: number) }
        }
        continuation.yield()
        return (stream, { continuation.finish() })
    }

    func wake() {
        for continuation in listeners.withLock({ Array($0.waiting.values) }) { continuation.yield() }
    }
}

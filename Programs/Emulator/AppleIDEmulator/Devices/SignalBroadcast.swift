import Synchronization

/// Wakes the readers of a stream, who then read what is new: the signals of devices, or the events.
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
        let waiting = listeners.withLock { $0.waiting.isEmpty ? [] : Array($0.waiting.values) }
        for continuation in waiting { continuation.yield() }
    }
}

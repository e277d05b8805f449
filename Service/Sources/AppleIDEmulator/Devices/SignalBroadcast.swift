import Synchronization

/// Wakes whoever reads the stream of signals; they then look at the world themselves.
final class SignalBroadcast: Sendable {
    private struct Listeners {
        var next = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// How many listen.
    var listenerCount: Int { listeners.withLock { $0.waiting.count } }

    /// A wake-up at once, so that nothing is missed between listening and the first look, and one for each change.
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

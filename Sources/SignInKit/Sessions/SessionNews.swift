import Foundation

/// Tells the clients of this process that share a storage when one of them begins or ends a session.
///
/// Unchecked, because the compiler cannot see that the variables are only accessed while the lock is held. The standard
/// library's `Mutex` needs newer systems than the package supports.
final class SessionNews: @unchecked Sendable {
    private struct Listener {
        let place: String
        let news: AsyncStream<SignedOutReason>.Continuation
    }

    static let shared = SessionNews()

    private var listeners: [Int: Listener] = [:]
    private var numbers = 0
    private let lock = NSLock()

    /// A stream with the reason for a sign-out, whose value does not matter after a sign-in.
    func stream(of place: String) -> AsyncStream<SignedOutReason> {
        let (stream, news) = AsyncStream.makeStream(of: SignedOutReason.self)
        let number = lock.withLock { () -> Int in
            numbers += 1
            listeners[numbers] = Listener(place: place, news: news)
            return numbers
        }
        news.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    func tell(_ place: String, because reason: SignedOutReason) {
        let told = lock.withLock { listeners.values.filter { $0.place == place } }
        for listener in told { listener.news.yield(reason) }
    }

    private func forget(_ number: Int) { lock.withLock { listeners[number] = nil } }
}

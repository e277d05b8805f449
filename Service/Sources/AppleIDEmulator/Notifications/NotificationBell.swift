import Synchronization

/// Tells the sender that something may be due, and others when nothing is any more.
final class NotificationBell: Sendable {
    private struct Rope {
        var rings = 0
        /// Nil while nobody listens.
        var sounds: AsyncStream<Void>.Continuation?
        var waiting: [(until: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let rope = Mutex(Rope())

    /// How often it was rung so far.
    var rings: Int { rope.withLock { $0.rings } }

    func ring() {
        let sounds = rope.withLock { rope in
            rope.rings += 1
            return rope.sounds
        }
        sounds?.yield()
    }

    /// The sender's end. One ring is kept for a sender that is busy; more would say nothing new.
    func listen() -> AsyncStream<Void> {
        let (stream, sounds) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        rope.withLock { $0.sounds = sounds }
        sounds.yield()
        return stream
    }

    /// Everything that was due at that many rings has been tried.
    func settle(rings: Int) { resume { $0.until <= rings } }

    /// Nobody listens any more, so nobody may wait.
    func fallSilent() {
        rope.withLock { $0.sounds = nil }
        resume { _ in true }
    }

    /// Waits until everything that is due now has been tried; at once where nobody sends.
    func waitUntilSettled() async {
        await withCheckedContinuation { continuation in
            let sounds = rope.withLock { rope in
                guard rope.sounds != nil else { return rope.sounds }
                rope.rings += 1
                rope.waiting.append((until: rope.rings, continuation: continuation))
                return rope.sounds
            }
            if let sounds { sounds.yield() } else { continuation.resume() }
        }
    }

    private func resume(where isMeant: ((until: Int, continuation: CheckedContinuation<Void, Never>)) -> Bool) {
        let resumed = rope.withLock { rope in
            let meant = rope.waiting.filter(isMeant)
            rope.waiting.removeAll(where: isMeant)
            return meant
        }
        for waiting in resumed { waiting.continuation.resume() }
    }
}

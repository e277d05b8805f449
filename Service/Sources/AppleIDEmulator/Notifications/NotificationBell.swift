import Synchronization

/// Tells the sender that something may be due, and others when nothing is any more.
final class NotificationBell: Sendable {
    private struct Rope {
        var rings = 0
        /// Those who listen; the last one sends. More than one only where one emulator is served twice.
        var listeners: [(id: Int, sounds: AsyncStream<Void>.Continuation)] = []
        var nextID = 0
        var waiting: [(until: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let rope = Mutex(Rope())

    /// How often it was rung so far.
    var rings: Int { rope.withLock { $0.rings } }

    func ring() {
        let sounds = rope.withLock { rope in
            rope.rings += 1
            return rope.listeners.last?.sounds
        }
        sounds?.yield()
    }

    /// The sender's end. One ring is kept for a sender that is busy; more would say nothing new.
    func listen() -> (id: Int, sounds: AsyncStream<Void>) {
        let (stream, sounds) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = rope.withLock { rope in
            rope.nextID += 1
            rope.listeners.append((rope.nextID, sounds))
            return rope.nextID
        }
        sounds.yield()
        return (id, stream)
    }

    /// Everything that was due at that many rings has been tried.
    func settle(rings: Int) { resume { $0.until <= rings } }

    /// That listener is gone; where nobody else listens, nobody may wait.
    func fallSilent(_ id: Int) {
        let next = rope.withLock { rope in
            rope.listeners.removeAll { $0.id == id }
            return rope.listeners.last?.sounds
        }
        if let next { next.yield() } else { resume { _ in true } }
    }

    /// Waits until everything that is due now has been tried; at once where nobody sends.
    func waitUntilSettled() async {
        await withCheckedContinuation { continuation in
            let sounds = rope.withLock { rope in
                guard let sounds = rope.listeners.last?.sounds else { return AsyncStream<Void>.Continuation?.none }
                rope.rings += 1
                rope.waiting.append((until: rope.rings, continuation: continuation))
                return sounds
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

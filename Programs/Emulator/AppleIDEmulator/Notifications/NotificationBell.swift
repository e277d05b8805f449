import Synchronization

/// Wakes the sender when a delivery may be due, and resumes callers that wait until all due deliveries were tried.
final class NotificationBell: Sendable {
    private struct Rope {
        var rings = 0
        /// The senders. Only the last one sends. There is more than one only if the same emulator is served twice.
        var listeners: [(id: Int, sounds: AsyncStream<Void>.Continuation)] = []
        var nextID = 0
        var waiting: [(until: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let rope = Mutex(Rope())

    /// How often the bell has been rung.
    var rings: Int { rope.withLock { $0.rings } }

    func ring() {
        let sounds = rope.withLock { rope in
            rope.rings += 1
            return rope.listeners.last?.sounds
        }
        sounds?.yield()
    }

    /// Registers a sender. One ring is buffered for a busy sender. More would add no information.
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

    /// Reports that everything due at that number of rings has been tried.
    func settle(rings: Int) { resume { $0.until <= rings } }

    /// Removes a sender. If none is left, resumes all callers that wait, since nothing would wake them later.
    func fallSilent(_ id: Int) {
        let next = rope.withLock { rope in
            rope.listeners.removeAll { $0.id == id }
            return rope.listeners.last?.sounds
        }
        if let next { next.yield() } else { resume { _ in true } }
    }

    /// Waits until everything that is due now has been tried. Returns at once if there is no sender.
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

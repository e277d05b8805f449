import Synchronization

/// The last events, numbered from 1. Each is written under the lock of the change that it tells, so the numbers have the
/// order of the changes.
///
/// It is not part of the world, since a reset and a restored snapshot are events too.
final class EventFeed: Sendable {
    /// Events after a position.
    struct Batch: Sendable {
        /// How many events after the position are no longer kept.
        let missed: Int
        /// The number of the first event.
        let first: Int
        let events: ArraySlice<EmulatorEvent>

        /// The position after the batch.
        var end: Int { first + events.count - 1 }
    }

    static let capacity = 1_000

    private struct Kept {
        var events: [EmulatorEvent] = []
        /// How many events were dropped from the front.
        var dropped = 0
        /// The events of a change that is not complete. Nil between changes.
        var held: [EmulatorEvent]?

        mutating func add(_ event: EmulatorEvent) {
            events.append(event)
            // removing the first event moves all others, so many are removed at once
            guard events.count >= 2 * EventFeed.capacity else { return }
            dropped += events.count - EventFeed.capacity
            events.removeFirst(events.count - EventFeed.capacity)
        }
    }

    /// Wakes the readers.
    let broadcast = SignalBroadcast()
    private let kept = Mutex(Kept())

    /// The number of the last event, or 0.
    var last: Int { kept.withLock { $0.dropped + $0.events.count } }

    func tell(_ event: EmulatorEvent) {
        let isHeld = kept.withLock { kept in
            if kept.held != nil {
                kept.held?.append(event)
                return true
            }
            kept.add(event)
            return false
        }
        if !isHeld { broadcast.wake() }
    }

    /// Holds events back until a change is complete. Called under the lock of the state.
    func hold() { kept.withLock { $0.held = [] } }

    /// Tells the events of a complete change.
    func release() {
        let isNew = kept.withLock { kept in
            let held = kept.held ?? []
            kept.held = nil
            for event in held { kept.add(event) }
            return !held.isEmpty
        }
        if isNew { broadcast.wake() }
    }

    /// Drops the events of a change that did not happen.
    func withdraw() { kept.withLock { $0.held = nil } }

    /// At most `limit` events after a position. A position beyond the last event comes from an emulator that has ended,
    /// and counts as 0.
    func events(after position: Int, limit: Int = 200) -> Batch {
        kept.withLock { kept in
            let last = kept.dropped + kept.events.count
            let asked = (0...last).contains(position) ? position : 0
            // the log of requests keeps as many
            let oldest = last - min(kept.events.count, Self.capacity)
            let start = max(asked, oldest)
            let slice = kept.events[(start - kept.dropped)...].prefix(limit)
            return Batch(missed: start - asked, first: start + 1, events: slice)
        }
    }
}

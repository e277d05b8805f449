import Foundation

/// A clock that a test advances.
final class TestClock: @unchecked Sendable {  // the lock guards the only value
    private let lock = NSLock()
    private var current: Date

    init(_ seconds: TimeInterval) {
        current = Date(timeIntervalSince1970: seconds)
    }

    var now: Date {
        lock.withLock { current }
    }

    func advance(by seconds: TimeInterval) {
        lock.withLock { current += seconds }
    }
}

/// Records events in order.
final class EventLog<Event: Sendable>: @unchecked Sendable {  // the lock guards the only value
    private let lock = NSLock()
    private var kept: [Event] = []

    var events: [Event] {
        lock.withLock { kept }
    }

    func record(_ event: Event) {
        lock.withLock { kept.append(event) }
    }
}

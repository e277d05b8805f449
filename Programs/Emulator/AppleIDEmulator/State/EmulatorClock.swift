import Foundation

/// The emulator's time: the host's clock, which control calls can shift or freeze.
struct EmulatorClock: Sendable {
    private let source: @Sendable () -> Date
    private(set) var offset: TimeInterval = 0
    private(set) var frozenAt: TimeInterval?

    init(source: @escaping @Sendable () -> Date, frozenAt: TimeInterval? = nil) {
        self.source = source
        self.frozenAt = frozenAt
    }

    /// Whole seconds since 1970.
    var now: Int { Int((frozenAt ?? source().timeIntervalSince1970 + offset).rounded(.down)) }

    mutating func set(to seconds: Int) {
        if frozenAt != nil {
            frozenAt = TimeInterval(seconds)
        } else {
            offset = TimeInterval(seconds) - source().timeIntervalSince1970
        }
    }

    mutating func advance(by seconds: Int) {
        if let frozenAt {
            self.frozenAt = frozenAt + TimeInterval(seconds)
        } else {
            offset += TimeInterval(seconds)
        }
    }

    mutating func freeze(_ isFrozen: Bool) {
        guard isFrozen != (frozenAt != nil) else { return }
        if let frozenAt {
            offset = frozenAt - source().timeIntervalSince1970
            self.frozenAt = nil
        } else {
            frozenAt = source().timeIntervalSince1970 + offset
        }
    }
}

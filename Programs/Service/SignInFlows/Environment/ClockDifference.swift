import Foundation

/// How far the clocks of the service's machines may differ.
///
/// A time that lies further in the future was recorded before this clock was set back. Its age is unknown, so it never
/// counts as fresh.
enum ClockDifference {
    static let longest: TimeInterval = 60

    /// Whether a time lies so far in the future that the clock must have been set back since.
    static func isImpossible(_ moment: Date, at now: Date) -> Bool {
        moment.timeIntervalSince(now) > longest
    }

    /// Whether a time is at most `window` ago, and not impossible.
    static func isWithin(_ window: Duration, _ moment: Date, at now: Date) -> Bool {
        !isImpossible(moment, at: now) && now.timeIntervalSince(moment) <= window.timeInterval
    }
}

import Foundation

/// How far the clocks of one service's machines may differ.
///
/// What lies further ahead than this was noted before our clock was set back. It is not fresh then, however small its age,
/// and nobody can say how old it is.
enum ClockDifference {
    static let longest: TimeInterval = 60

    /// Whether a moment lies so far ahead that the clock must have been set back since.
    static func isImpossible(_ moment: Date, at now: Date) -> Bool {
        moment.timeIntervalSince(now) > longest
    }

    /// Whether a moment lies no further back than `window`, and not ahead.
    static func isWithin(_ window: Duration, _ moment: Date, at now: Date) -> Bool {
        !isImpossible(moment, at: now) && now.timeIntervalSince(moment) <= window.timeInterval
    }
}

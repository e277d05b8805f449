#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Decides when Apple's keys are fetched. It is a function of values, without clock and network.
public struct KeyRefreshPolicy: Sendable, Equatable {
    /// The bounds, in seconds, for the time for which a fetched set is used without asking again, whatever `max-age`
    /// says.
    public let lifetime: ClosedRange<TimeInterval>
    /// The lifetime in seconds if Apple sends no `max-age`.
    public let defaultLifetime: TimeInterval
    /// The fraction of its lifetime, 0.1 to 1, after which a set is refreshed in the background.
    public let refreshFraction: Double
    /// Seconds after its lifetime during which the last good set still serves the keys that it holds.
    public let grace: TimeInterval
    /// The minimum interval in seconds between fetches because of unknown keys, however many tokens name one.
    public let unknownKeyInterval: TimeInterval
    /// Seconds until the next fetch after a failed one. They double with each failure from the lower to the upper
    /// bound.
    public let backOff: ClosedRange<TimeInterval>

    /// The default policy: 5 minutes to 24 hours, one hour without `max-age`, refresh after four fifths of the
    /// lifetime, 24 hours of grace, 30 seconds between fetches for unknown keys, and 1 to 60 seconds after failures.
    public static let standard = KeyRefreshPolicy()

    /// Creates a custom policy, for tests and unusual networks.
    public init(
        lifetime: ClosedRange<TimeInterval> = 300...86_400, defaultLifetime: TimeInterval = 3_600,
        grace: TimeInterval = 86_400, unknownKeyInterval: TimeInterval = 30,
        backOff: ClosedRange<TimeInterval> = 1...60, refreshFraction: Double = 0.8
    ) {
        self.lifetime = lifetime
        self.defaultLifetime = defaultLifetime
        self.grace = grace
        self.unknownKeyInterval = unknownKeyInterval
        self.backOff = backOff
        self.refreshFraction = min(max(refreshFraction, 0.1), 1)
    }

    /// Decides what to do about one token.
    func decide(_ history: KeyFetchHistory, isKeyKnown: Bool, at now: Date) -> KeyRefreshDecision {
        guard let fetchedAt = history.fetchedAt, let freshUntil = history.freshUntil,
            now < freshUntil.addingTimeInterval(grace)
        else {
            return mayTry(history, at: now) ? .fetch : .unavailable(retryAfter: wait(history.retryAt, from: now))
        }
        if isKeyKnown {
            // A set from the future is not fresh. Otherwise a clock that was set back could keep a set for years.
            let dueAt = fetchedAt.addingTimeInterval(freshUntil.timeIntervalSince(fetchedAt) * refreshFraction)
            let isFresh = fetchedAt <= now && now < dueAt
            return isFresh || !mayTry(history, at: now) ? .use : .useAndFetch
        }
        let nextAttempt = history.lastAttemptAt?.addingTimeInterval(unknownKeyInterval)
        if mayTry(history, at: now), hasCome(nextAttempt, countedFrom: history.lastAttemptAt, at: now) {
            return .fetch
        }
        let seconds = wait(max(nextAttempt ?? now, history.retryAt ?? now), from: now)
        return history.failures > 0 ? .unavailable(retryAfter: seconds) : .undecided(retryAfter: seconds)
    }

    /// Seconds for which a fetched set is fresh.
    func lifetime(maximumAge: TimeInterval?) -> TimeInterval {
        min(max(maximumAge ?? defaultLifetime, lifetime.lowerBound), lifetime.upperBound)
    }

    /// Seconds until the next attempt after this many consecutive failures.
    /// - Parameters:
    ///   - jitter: 0 to 1. It removes up to half of the wait, so that many servers do not come back at the same moment.
    ///   - asked: the value of Apple's `Retry-After`. It is followed up to five minutes, so that one odd answer has no
    ///     lasting effect.
    func backOff(failures: Int, jitter: Double, asked: Int? = nil) -> TimeInterval {
        let factor = Double(1 << min(max(failures - 1, 0), 30))
        let longest = min(backOff.lowerBound * factor, backOff.upperBound)
        let wait = max(longest * (1 - min(max(jitter, 0), 1) / 2), backOff.lowerBound)
        return max(wait, min(TimeInterval(asked ?? 0), 300))
    }

    private func mayTry(_ history: KeyFetchHistory, at now: Date) -> Bool {
        hasCome(history.retryAt, countedFrom: history.lastAttemptAt, at: now)
    }

    /// Whether this time has come. Also true if the clock was set back to before the attempt from which the time was
    /// counted.
    private func hasCome(_ moment: Date?, countedFrom attempt: Date?, at now: Date) -> Bool {
        guard let moment else { return true }
        return now >= moment || attempt.map { now < $0 } ?? false
    }

    private func wait(_ moment: Date?, from now: Date) -> Int {
        let seconds = moment.map { $0.timeIntervalSince(now).rounded(.up) } ?? 1
        return Int(min(max(seconds, 1), 3_600))
    }
}

/// The fetches so far.
struct KeyFetchHistory: Sendable, Equatable {
    /// When the current set was fetched.
    var fetchedAt: Date?
    /// When the current set stops being fresh.
    var freshUntil: Date?
    /// When the last fetch ended, successful or not.
    var lastAttemptAt: Date?
    /// Failed fetches since the last successful one.
    var failures = 0
    /// When the next fetch may begin after a failed one.
    var retryAt: Date?
}

/// The decision about one token.
enum KeyRefreshDecision: Sendable, Equatable {
    /// Use the current set.
    case use
    /// Use the current set, and fetch in the background without waiting.
    case useAndFetch
    /// The key is unknown and Apple may not be asked yet. Only a fetch that begins after the token arrived can decide.
    case undecided(retryAfter: Int)
    /// Fetch first.
    case fetch
    /// Nothing can be decided now.
    case unavailable(retryAfter: Int)
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// When Apple's keys are fetched: a function of values, without clock and network.
public struct KeyRefreshPolicy: Sendable, Equatable {
    /// Seconds a fetched set is used without asking again, whatever `max-age` says.
    public let lifetime: ClosedRange<TimeInterval>
    /// Seconds when Apple names no `max-age`.
    public let defaultLifetime: TimeInterval
    /// The part of its life after which a set is fetched anew in the background, 0.1 to 1.
    public let refreshFraction: Double
    /// Seconds beyond its lifetime for which the last good set still serves the keys that it holds.
    public let grace: TimeInterval
    /// Seconds between two fetches that an unknown key causes, however many tokens name one.
    public let unknownKeyInterval: TimeInterval
    /// Seconds until the next fetch after a failed one: doubled each time from the lower to the upper bound.
    public let backOff: ClosedRange<TimeInterval>

    /// 5 minutes to 24 hours, one hour when Apple says nothing, four fifths of it, 24 hours of grace, 30 seconds, 1 to 60
    /// seconds.
    public static let standard = KeyRefreshPolicy()

    /// A policy of one's own, for tests and odd networks.
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

    /// What to do about one token.
    func decide(_ history: KeyFetchHistory, isKeyKnown: Bool, at now: Date) -> KeyRefreshDecision {
        guard let fetchedAt = history.fetchedAt, let freshUntil = history.freshUntil,
            now < freshUntil.addingTimeInterval(grace)
        else {
            return mayTry(history, at: now) ? .fetch : .unavailable(retryAfter: wait(history.retryAt, from: now))
        }
        if isKeyKnown {
            // A clock set back must not keep a set for years: what was fetched in the future is not fresh.
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

    /// Seconds a fetched set stays fresh.
    func lifetime(maximumAge: TimeInterval?) -> TimeInterval {
        min(max(maximumAge ?? defaultLifetime, lifetime.lowerBound), lifetime.upperBound)
    }

    /// Seconds until the next attempt after this many failures in a row.
    /// - Parameters:
    ///   - jitter: 0 to 1; takes away up to half, so that many servers do not come back at the same moment.
    ///   - asked: what Apple's `Retry-After` said; heeded up to five minutes, so that one odd answer does not stick.
    func backOff(failures: Int, jitter: Double, asked: Int? = nil) -> TimeInterval {
        let factor = Double(1 << min(max(failures - 1, 0), 30))
        let longest = min(backOff.lowerBound * factor, backOff.upperBound)
        let wait = max(longest * (1 - min(max(jitter, 0), 1) / 2), backOff.lowerBound)
        return max(wait, min(TimeInterval(asked ?? 0), 300))
    }

    private func mayTry(_ history: KeyFetchHistory, at now: Date) -> Bool {
        hasCome(history.retryAt, countedFrom: history.lastAttemptAt, at: now)
    }

    /// Whether that moment has come; also when the clock was set back behind the attempt it counts from.
    private func hasCome(_ moment: Date?, countedFrom attempt: Date?, at now: Date) -> Bool {
        guard let moment else { return true }
        return now >= moment || attempt.map { now < $0 } ?? false
    }

    private func wait(_ moment: Date?, from now: Date) -> Int {
        let seconds = moment.map { $0.timeIntervalSince(now).rounded(.up) } ?? 1
        return Int(min(max(seconds, 1), 3_600))
    }
}

/// What happened so far.
struct KeyFetchHistory: Sendable, Equatable {
    /// When the set at hand was fetched.
    var fetchedAt: Date?
    /// Until when it needs no second look.
    var freshUntil: Date?
    /// When the last fetch ended, well or not.
    var lastAttemptAt: Date?
    /// Failed fetches since the last good one.
    var failures = 0
    /// When the next fetch may begin after a failed one.
    var retryAt: Date?
}

/// What to do about one token.
enum KeyRefreshDecision: Sendable, Equatable {
    /// Judge by the set at hand.
    case use
    /// Judge by the set at hand, and ask Apple beside it: nobody waits.
    case useAndFetch
    /// The key is unknown and Apple may not be asked yet: only a fetch after the token came has decided about it.
    case undecided(retryAfter: Int)
    /// Ask Apple first.
    case fetch
    /// Nobody can tell now.
    case unavailable(retryAfter: Int)
}

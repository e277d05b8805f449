public import Foundation

/// When Apple's keys are fetched: a function of values, without clock and network.
public struct KeyRefreshPolicy: Sendable, Equatable {
    /// Seconds a fetched set is used without asking again, whatever `max-age` says.
    public let lifetime: ClosedRange<TimeInterval>
    /// Seconds when Apple names no `max-age`.
    public let defaultLifetime: TimeInterval
    /// Seconds beyond its lifetime for which the last good set still serves, while Apple cannot be reached.
    public let grace: TimeInterval
    /// Seconds between two fetches that an unknown key causes, however many tokens name one.
    public let unknownKeyInterval: TimeInterval
    /// Seconds until the next fetch after a failed one: doubled each time from the lower to the upper bound.
    public let backOff: ClosedRange<TimeInterval>

    /// 5 minutes to 24 hours, one hour when Apple says nothing, 24 hours of grace, 30 seconds, 1 to 60 seconds.
    public static let standard = KeyRefreshPolicy()

    /// A policy of one's own, for tests and odd networks.
    public init(
        lifetime: ClosedRange<TimeInterval> = 300...86_400, defaultLifetime: TimeInterval = 3_600,
        grace: TimeInterval = 86_400, unknownKeyInterval: TimeInterval = 30, backOff: ClosedRange<TimeInterval> = 1...60
    ) {
        self.lifetime = lifetime
        self.defaultLifetime = defaultLifetime
        self.grace = grace
        self.unknownKeyInterval = unknownKeyInterval
        self.backOff = backOff
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
            let isFresh = fetchedAt <= now && now < freshUntil
            return isFresh || !mayTry(history, at: now) ? .use : .fetch
        }
        let nextAttempt = history.lastAttemptAt?.addingTimeInterval(unknownKeyInterval)
        if mayTry(history, at: now), hasCome(nextAttempt, countedFrom: history.lastAttemptAt, at: now) {
            return .fetch
        }
        guard history.failures > 0 else { return .use }
        return .unavailable(retryAfter: wait(max(nextAttempt ?? now, history.retryAt ?? now), from: now))
    }

    /// Seconds a fetched set stays fresh.
    func lifetime(maximumAge: TimeInterval?) -> TimeInterval {
        min(max(maximumAge ?? defaultLifetime, lifetime.lowerBound), lifetime.upperBound)
    }

    /// Whether the set at hand still serves the keys that it holds, after a fetch that failed.
    func serves(_ history: KeyFetchHistory, afterFailureAt now: Date) -> Bool {
        guard history.failures > 0, let freshUntil = history.freshUntil else { return false }
        return now < freshUntil.addingTimeInterval(grace)
    }

    /// Seconds until a token with an unknown key may cause a fetch again.
    func secondsUntilUnknownKeyMayFetch(_ history: KeyFetchHistory, at now: Date) -> Int {
        wait(history.lastAttemptAt?.addingTimeInterval(unknownKeyInterval), from: now)
    }

    /// Seconds until the next attempt after this many failures in a row.
    /// - Parameters:
    ///   - jitter: 0 to 1; takes away up to half, so that many servers do not come back at the same moment.
    ///   - asked: what Apple's `Retry-After` said; heeded up to five minutes, so that one odd answer does not stick.
    func backOff(failures: Int, jitter: Double, asked: Int? = nil) -> TimeInterval {
        let doublings = Double(min(max(failures - 1, 0), 30))
        let longest = min(backOff.lowerBound * pow(2, doublings), backOff.upperBound)
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
    /// Judge by the set at hand; an unknown key is unknown for good.
    case use
    /// Ask Apple first.
    case fetch
    /// Nobody can tell now.
    case unavailable(retryAfter: Int)
}

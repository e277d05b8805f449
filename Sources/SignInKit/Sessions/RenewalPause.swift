import Foundation

/// The pause before an unreachable service is asked for tokens again.
struct RenewalPause: Sendable, Equatable {
    private var failures = 0
    private var endsAt: Date?

    /// In seconds. Short enough for a person who waits for the network.
    static let longestDoubled: Double = 60
    /// The longest pause in seconds that the service can ask for.
    static let longest: Double = 900

    /// Records that the service was not reached. The pause is one second and doubles each time up to a minute. If the
    /// service named a pause, that is used, from one second to a quarter of an hour.
    mutating func lengthen(at now: Date, retryAfter: Int?) {
        let doubled = min(Double(1 << min(failures, 6)), Self.longestDoubled)
        failures += 1
        endsAt = now.addingTimeInterval(retryAfter.map { min(max(1, Double($0)), Self.longest) } ?? doubled)
    }

    /// Seconds until the service may be asked, or `nil` if it may be asked now. A clock that was set back ends the
    /// pause.
    func secondsLeft(at now: Date) -> Int? {
        guard let left = endsAt?.timeIntervalSince(now), left > 0, left <= Self.longest else { return nil }
        return Int(left.rounded(.up))
    }
}

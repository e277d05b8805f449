import Foundation

/// How long a service that was not reached is left alone before it is asked for tokens again.
struct RenewalPause: Sendable, Equatable {
    private var failures = 0
    private var endsAt: Date?

    /// Short enough for a person who waits for the network.
    static let longestDoubled: Double = 60
    /// How long a service is left alone that says for how long.
    static let longest: Double = 900

    /// Notes that the service was not reached: one second, then twice as long each time up to a minute, or as long as the service
    /// said, from one second to a quarter of an hour.
    mutating func lengthen(at now: Date, retryAfter: Int?) {
        let doubled = min(Double(1 << min(failures, 6)), Self.longestDoubled)
        failures += 1
        endsAt = now.addingTimeInterval(retryAfter.map { min(max(1, Double($0)), Self.longest) } ?? doubled)
    }

    /// Seconds until the service may be asked; `nil` when it may be asked now. A clock that was set back ends the pause.
    func secondsLeft(at now: Date) -> Int? {
        guard let left = endsAt?.timeIntervalSince(now), left > 0, left <= Self.longest else { return nil }
        return Int(left.rounded(.up))
    }
}

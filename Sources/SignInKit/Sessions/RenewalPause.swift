import Foundation

/// How long a service that was not reached is left alone before it is asked for tokens again.
struct RenewalPause: Sendable, Equatable {
    private var failures = 0
    private var endsAt: Date?

    /// Long enough for a service under load, short enough for a person who waits for the network.
    static let longest: Double = 60

    /// Notes that the service was not reached: one second, then twice as long each time, or as long as the service said.
    mutating func lengthen(at now: Date, retryAfter: Int?) {
        let doubled = Double(1 << min(failures, 6))
        failures += 1
        endsAt = now.addingTimeInterval(min(retryAfter.map { Double(max(0, $0)) } ?? doubled, Self.longest))
    }

    /// Seconds until the service may be asked; `nil` when it may be asked now. A clock that was set back ends the pause.
    func secondsLeft(at now: Date) -> Int? {
        guard let left = endsAt?.timeIntervalSince(now), left > 0, left <= Self.longest else { return nil }
        return Int(left.rounded(.up))
    }
}

import AccountStorage
import Foundation

/// When an unsettled request to Apple is retried, and when it is given up.
enum OutboxSchedule {
    /// How long a worker's lease on an item lasts.
    static let lease: TimeInterval = 120
    /// The age at which an item is given up. For a revocation, the person was told how to do it by hand. A validation
    /// is planned again in the next round.
    static func longestLife(of kind: OutboxItem.Kind) -> TimeInterval {
        switch kind {
        case .revocation: 30 * 86_400
        case .validation: 20 * 3_600
        }
    }

    /// Whether a worker has the revocation, or had it a moment ago and does not know what became of its request.
    static func isOnItsWay(_ revocation: OutboxItem, at now: Date) -> Bool {
        guard let takenAt = revocation.takenAt else { return false }
        return ClockDifference.isWithin(.seconds(lease), takenAt, at: now)
    }

    private static let shortestWait: TimeInterval = 30
    private static let longestWait: TimeInterval = 6 * 3_600

    /// Seconds until the next attempt: doubled after each one, from half a minute to six hours, and never sooner than
    /// Apple asks.
    ///
    /// - Parameter mayArrive: whether the request may still reach Apple. Then the next one waits until it counts as lost:
    ///   the answer to the next one would say nothing about it.
    static func wait(afterAttempts attempts: Int, retryAfter: Int?, mayArrive: Bool) -> TimeInterval {
        let doublings = Double(min(max(attempts - 1, 0), 20))
        let own = max(min(shortestWait * pow(2, doublings), longestWait), mayArrive ? lease : 0)
        return max(own, min(Double(retryAfter ?? 0), 86_400))
    }
}

import AccountStorage
import Foundation

/// When something that Apple did not settle is tried again, and when it is given up.
enum OutboxSchedule {
    /// How long a worker may take for one item before another one may.
    static let lease: TimeInterval = 120
    /// After this long an item is given up: of a revocation the person was told how to do it by hand, and a question is
    /// asked anew in the next round.
    static func longestLife(of kind: OutboxItem.Kind) -> TimeInterval {
        switch kind {
        case .revocation: 30 * 86_400
        case .validation: 20 * 3_600
        }
    }

    private static let shortestWait: TimeInterval = 30
    private static let longestWait: TimeInterval = 6 * 3_600

    /// Seconds until the next try: doubled after each, from half a minute to six hours, never sooner than Apple asks.
    static func wait(afterAttempts attempts: Int, retryAfter: Int?) -> TimeInterval {
        let doublings = Double(min(max(attempts - 1, 0), 20))
        let own = min(shortestWait * pow(2, doublings), longestWait)
        return max(own, min(Double(retryAfter ?? 0), 86_400))
    }
}

package import Foundation
package import SignInFlows
package import SignInWithApple
import Synchronization

/// Apple's availability at the last calls. The health page shows it; readiness does not depend on it.
package enum AppleState: String, Sendable {
    /// Apple has not been called yet.
    case unknown
    /// Apple answered.
    case ok
    /// Apple did not answer recently. People who are already known can still sign in.
    case degraded
}

/// Remembers what the flows reported about Apple.
package final class AppleHealth: Sendable {
    private let keys: AppleKeySet
    private let now: @Sendable () -> Date
    private let ahead: @Sendable () -> TimeInterval?
    private let failedAt = Mutex<Date?>(nil)

    /// An outage counts as over if it has not recurred for this many seconds.
    private static let memory: TimeInterval = 300

    /// Observes the keys and the reported incidents.
    ///
    /// - Parameter secondsAhead: how far our clock is ahead of Apple's, if known.
    package init(
        keys: AppleKeySet, secondsAhead: @escaping @Sendable () -> TimeInterval? = { nil },
        now: @escaping @Sendable () -> Date
    ) {
        self.keys = keys
        ahead = secondsAhead
        self.now = now
    }

    /// Records an incident.
    package func record(_ incident: SignInIncident) {
        guard case .exchangeUnavailable = incident else { return }
        recordOutage()
    }

    /// Records that Apple did not answer.
    package func recordOutage() {
        let moment = now()
        failedAt.withLock { $0 = moment }
    }

    /// When Apple's keys were fetched; `nil` if never.
    var keysFetchedAt: Date? { keys.fetchedAt }

    /// How many seconds our clock is ahead of Apple's; `nil` if Apple has not sent its time yet.
    var secondsAhead: TimeInterval? { ahead() }

    /// The current state.
    package var state: AppleState {
        // A negative age means that the clock was set back.
        if let failed = failedAt.withLock({ $0 }), (0..<Self.memory).contains(now().timeIntervalSince(failed)) {
            return .degraded
        }
        return keys.fetchedAt == nil ? .unknown : .ok
    }
}

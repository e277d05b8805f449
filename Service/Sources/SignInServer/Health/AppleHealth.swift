package import Foundation
package import SignInFlows
package import SignInWithApple
import Synchronization

/// How Apple was found when it was last asked. Shown on the health page; readiness does not depend on it.
package enum AppleState: String, Sendable {
    /// Not asked yet.
    case unknown
    /// It answered.
    case ok
    /// It did not answer lately; known people can still sign in.
    case degraded
}

/// Remembers what the flows reported about Apple.
package final class AppleHealth: Sendable {
    private let keys: AppleKeySet
    private let now: @Sendable () -> Date
    private let ahead: @Sendable () -> TimeInterval?
    private let failedAt = Mutex<Date?>(nil)

    /// An outage that nobody met again for this long is taken to be over.
    private static let memory: TimeInterval = 300

    /// Watches the keys and what is reported.
    ///
    /// - Parameter secondsAhead: how far our clock is ahead of Apple's, where that is known.
    package init(
        keys: AppleKeySet, secondsAhead: @escaping @Sendable () -> TimeInterval? = { nil },
        now: @escaping @Sendable () -> Date
    ) {
        self.keys = keys
        ahead = secondsAhead
        self.now = now
    }

    /// Takes note of an incident.
    package func record(_ incident: SignInIncident) {
        guard case .exchangeUnavailable = incident else { return }
        recordOutage()
    }

    /// Takes note that Apple did not answer.
    package func recordOutage() {
        let moment = now()
        failedAt.withLock { $0 = moment }
    }

    /// When Apple's keys were fetched, if ever.
    var keysFetchedAt: Date? { keys.fetchedAt }

    /// How many seconds our clock is ahead of Apple's, if Apple ever said.
    var secondsAhead: TimeInterval? { ahead() }

    /// What is known now.
    package var state: AppleState {
        // A negative age is a clock that was set back.
        if let failed = failedAt.withLock({ $0 }), (0..<Self.memory).contains(now().timeIntervalSince(failed)) {
            return .degraded
        }
        return keys.fetchedAt == nil ? .unknown : .ok
    }
}

package import AccountStorage
import Foundation
import Synchronization

/// Counts the relay addresses at which mail does not arrive.
///
/// The count reads every row about such an address, and monitoring asks every few seconds, so it is made at most once a
/// minute.
package final class UnreachableMail: Sendable {
    private struct Count: Sendable {
        let states: [EmailDelivery.State: Int]
        let readAt: Date
    }

    /// The states in which mail does not arrive.
    package static let states: [EmailDelivery.State] = [.forwardingOff, .senderRefused, .gone, .deferred]
    private static let patience: TimeInterval = 60

    private let environment: SignInEnvironment
    private let latest = Mutex<Count?>(nil)

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// How many addresses are in a state. A state without any is left out.
    package func counts() async throws(SignInError) -> [EmailDelivery.State: Int] {
        let now = environment.now()
        if let known = latest.withLock({ $0 }), (0..<Self.patience).contains(now.timeIntervalSince(known.readAt)) {
            return known.states
        }
        let states = try await environment.read { records in try records.countEmailDeliveries() }
        latest.withLock { $0 = Count(states: states, readAt: now) }
        return states
    }
}

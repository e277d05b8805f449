import AccountStorage
import Foundation
import SignInWithApple

/// What Apple's refusal or failure about one person of a transfer means for their entry.
enum TransferVerdict {
    /// How many calls about a person may fail before they are left to the operator.
    static let mostTries = 10
    /// A refused person is asked about again on another day, because Apple gives the same answer for a person who stopped
    /// using the app and for a passing reason.
    static let daysBetweenRefusals: TimeInterval = 86_400
    /// The longest wait after other failures.
    static let longestWait: TimeInterval = 6 * 3_600

    /// The entry after a failure.
    static func after(_ failure: AppleCallFailure, _ entry: TransferEntry, at now: Date) -> TransferEntry {
        var changed = entry
        changed.tries += 1
        let wasRefused = entry.code == TokenEndpointError.invalidRequest
        changed.code = failure.isAboutPerson ? TokenEndpointError.invalidRequest : failure.code
        if failure.isAboutPerson, wasRefused {
            (changed.state, changed.settledAt) = (.left, now)
        } else if changed.tries >= mostTries {
            changed.state = .failed
        } else if failure.isAboutPerson {
            changed.dueAt = now.addingTimeInterval(daysBetweenRefusals)
        } else {
            let doubled = 60 * TimeInterval(1 << min(max(0, changed.tries), 9))
            changed.dueAt = now.addingTimeInterval(min(longestWait, doubled))
        }
        return changed
    }
}

extension AppleCallFailure {
    /// Whether Apple refused one person, and not the request.
    var isAboutPerson: Bool {
        guard case .refused(let refusal) = self else { return false }
        return refusal.code == TokenEndpointError.invalidRequest
    }

    /// Whether Apple did not answer.
    var isAboutReachingApple: Bool {
        guard case .unavailable = self else { return false }
        return true
    }
}

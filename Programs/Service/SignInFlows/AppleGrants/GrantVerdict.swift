import AccountStorage
import Foundation

/// What the validation of a grant at Apple showed. The raw value is recorded in the audit.
enum GrantVerdict: String, Equatable, Sendable {
    /// Apple accepts the token.
    case standing
    /// Apple refuses the token: the person stopped using the app, deleted their Apple Account or changed its password.
    /// The token is removed, and the sessions end that began before it was last known to be alive. The person may have
    /// returned since, so nothing younger ends.
    case gone = "sessions_ended"
    /// Apple refuses an imported token that it never accepted here. The token may have been invalid, or another
    /// client's, at the import, so this says nothing about the person. The next sign-in obtains a new one.
    case neverAlive = "never_alive"
    /// The sealed token cannot be opened, which says nothing about the person. The next sign-in obtains a new one.
    case unreadable = "sealed_value_unreadable"
    /// Apple could not be asked, so nothing changes.
    case unanswered

    var isGone: Bool { self == .gone || self == .neverAlive || self == .unreadable }

    /// Sessions that began before this moment end; nil if none does.
    func endsSessions(of grant: AppleGrant) -> Date? {
        // The millisecond in which the token was alive counts as before.
        self == .gone ? grant.aliveAt?.addingTimeInterval(0.001) : nil
    }

    /// The verdict for this grant: a refusal means that the person left only if the token was alive before.
    func judged(of grant: AppleGrant) -> GrantVerdict {
        self == .gone && !grant.wasSeenAlive ? .neverAlive : self
    }

    /// The grant as it should be stored; `nil` if nothing changes.
    func applied(to grant: AppleGrant, at moment: Date) -> AppleGrant? {
        var changed = grant
        switch self {
        case .standing: (changed.checkedAt, changed.aliveAt) = (moment, moment)
        case .gone, .neverAlive, .unreadable:
            (changed.sealedRefreshToken, changed.obtainedAt, changed.aliveAt) = (nil, moment, nil)
        case .unanswered: return nil
        }
        return changed
    }
}

import AccountStorage
import Foundation

/// What the validation of a grant at Apple showed. The raw value is recorded in the audit.
enum GrantVerdict: String, Equatable, Sendable {
    /// Apple accepts the token.
    case standing
    /// Apple refuses the token: the person stopped using the app, deleted their Apple Account or changed its password.
    /// The effect is that of Apple's notification `consent-revoked`: sessions from before end, and the token is
    /// removed.
    case gone = "sessions_ended"
    /// Apple refuses an imported token that it never accepted here. The token may have been invalid, or another
    /// client's, at the import, so this says nothing about the person. The next sign-in obtains a new one.
    case neverAlive = "never_alive"
    /// The sealed token cannot be opened, which says nothing about the person. The next sign-in obtains a new one.
    case unreadable = "sealed_value_unreadable"
    /// Apple could not be asked, so nothing changes.
    case unanswered

    var isGone: Bool { self == .gone || self == .neverAlive || self == .unreadable }
    var endsSessions: Bool { self == .gone }

    /// The verdict for this grant: a refusal means that the person left only if the token was alive before.
    func judged(of grant: AppleGrant) -> GrantVerdict {
        self == .gone && !grant.wasSeenAlive ? .neverAlive : self
    }

    /// The grant as it should be stored; `nil` if nothing changes.
    func applied(to grant: AppleGrant, at moment: Date) -> AppleGrant? {
        var changed = grant
        switch self {
        case .standing: (changed.checkedAt, changed.wasSeenAlive) = (moment, true)
        case .gone, .neverAlive, .unreadable: (changed.sealedRefreshToken, changed.obtainedAt) = (nil, moment)
        case .unanswered: return nil
        }
        return changed
    }
}

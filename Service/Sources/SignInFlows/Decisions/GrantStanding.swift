import AccountStorage
import Foundation

/// What an answer of Apple's, or none, says about a grant. The raw value is written into the audit.
enum GrantStanding: String, Equatable, Sendable {
    /// Apple takes the token.
    case standing
    /// Apple refuses the token: the person stopped using the app, deleted their Apple Account or changed its password.
    /// The same happens as when Apple tells us (`consent-revoked`): sessions from before end, the grant is dropped.
    case gone = "sessions_ended"
    /// The token cannot be opened here, which says nothing about the person: it is obtained again.
    case unreadable = "sealed_value_unreadable"
    /// Apple could not be asked: nothing is known, nothing changes.
    case unanswered

    var isGone: Bool { self == .gone || self == .unreadable }
    var endsSessions: Bool { self == .gone }

    /// The grant as it should be stored; `nil` where nothing is to be changed.
    func applied(to grant: AppleGrant, at moment: Date) -> AppleGrant? {
        var changed = grant
        switch self {
        case .standing: (changed.checkedAt, changed.wasSeenAlive) = (moment, true)
        case .gone, .unreadable: (changed.sealedRefreshToken, changed.obtainedAt) = (nil, moment)
        case .unanswered: return nil
        }
        return changed
    }
}

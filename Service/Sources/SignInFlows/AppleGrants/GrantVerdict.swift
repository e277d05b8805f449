import AccountStorage
import Foundation

/// What an answer of Apple's, or none, says about a grant. The raw value is written into the audit.
enum GrantVerdict: String, Equatable, Sendable {
    /// Apple takes the token.
    case standing
    /// Apple refuses the token: the person stopped using the app, deleted their Apple Account or changed its password.
    /// The same happens as when Apple tells us (`consent-revoked`): sessions from before end, the grant is dropped.
    case gone = "sessions_ended"
    /// Apple refuses a token that nobody here ever saw alive: it may have been dead, or another client's, when it was imported. That
    /// says nothing about the person: it is obtained at the next sign-in.
    case neverAlive = "never_alive"
    /// The token cannot be opened here, which says nothing about the person: it is obtained again.
    case unreadable = "sealed_value_unreadable"
    /// Apple could not be asked: nothing is known, nothing changes.
    case unanswered

    var isGone: Bool { self == .gone || self == .neverAlive || self == .unreadable }
    var endsSessions: Bool { self == .gone }

    /// The same for this grant: a refusal says that the person left only of a token that was alive.
    func judged(of grant: AppleGrant) -> GrantVerdict {
        self == .gone && !grant.wasSeenAlive ? .neverAlive : self
    }

    /// The grant as it should be stored; `nil` where nothing is to be changed.
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

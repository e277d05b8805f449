import AccountStorage
import Foundation
import SignInWithApple

/// What an event from Apple changes here.
enum NotificationVerdict: String, Equatable, Sendable {
    /// The person stopped using the app: sessions and grants from before the event end.
    case sessionsEnded = "sessions_ended"
    /// The Apple Account was permanently deleted: the identity is removed.
    case identityRemoved = "identity_removed"
    /// Apple no longer forwards mail to the private relay address.
    case forwardingOff = "forwarding_off"
    /// Apple forwards mail to the private relay address again.
    case forwardingOn = "forwarding_on"
    /// Nothing: a newer event of the same topic was received before.
    case outdated
    /// Nothing: no identity here has this subject.
    case identityUnknown = "identity_unknown"
    /// Nothing: the identity was created after the event.
    case identityNewer = "identity_newer"
    /// Nothing: the app has moved to another team, and the person lives on there under another subject.
    case identityMoved = "identity_moved"
    /// Nothing: the kind of event is unknown.
    case kindUnknown = "kind_unknown"

    /// Decides what an event changes.
    ///
    /// Apple's notifications may arrive late, twice and out of order, so the time of the event decides.
    ///
    /// - Parameters:
    ///   - identity: the identity with the event's subject, if there is one.
    ///   - latest: the time of the newest event of the same topic that was received before.
    ///   - hasMoved: whether the person has another identity at the team to which the app has moved. The end of an Apple
    ///     Account concerns both.
    static func decide(
        _ event: AppleNotificationEvent, identity: AppleIdentity?, latest: Date?, hasMoved: Bool = false
    ) -> NotificationVerdict {
        guard topic(of: event.kind) != .other else { return .kindUnknown }
        guard let identity else { return .identityUnknown }
        if hasMoved, event.kind != .accountDeleted { return .identityMoved }
        if let latest, event.occurredAt < latest { return .outdated }
        switch event.kind {
        case .emailDisabled: return .forwardingOff
        case .emailEnabled: return .forwardingOn
        case .accountDeleted: return identity.createdAt < end(of: event.occurredAt) ? .identityRemoved : .identityNewer
        default: return .sessionsEnded
        }
    }

    /// Sign-ins before this time count as older than the event. It is the end of the event's second, since Apple
    /// documents whole seconds.
    static func end(of event: Date) -> Date {
        Date(timeIntervalSince1970: event.timeIntervalSince1970.rounded(.down) + 1)
    }

    /// The topic of an event. A newer event replaces older ones of the same topic.
    static func topic(of kind: AppleNotificationKind) -> ReceivedNotification.Topic {
        switch kind {
        case .emailDisabled, .emailEnabled: .forwarding
        case .consentRevoked, .accountDeleted: .consent
        default: .other
        }
    }

    /// Whether the person stopped using the app after the token of this sign-in was issued.
    ///
    /// `iat` is in whole seconds, so a token from the same second as the event counts as newer.
    static func overtakes(consentEvent: Date?, tokenIssuedAt: Date) -> Bool {
        guard let consentEvent else { return false }
        return tokenIssuedAt.addingTimeInterval(1) <= consentEvent
    }
}

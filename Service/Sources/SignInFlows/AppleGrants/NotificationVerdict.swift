import AccountStorage
import Foundation
import SignInWithApple

/// What an event at Apple changes here.
enum NotificationVerdict: String, Equatable, Sendable {
    /// The person stopped using the app: sessions from before the event end, and so do its grants. Nothing more.
    case sessionsEnded = "sessions_ended"
    /// The Apple Account is gone for good: the identity leads nowhere from now on.
    case identityRemoved = "identity_removed"
    /// Mail to the relay address is no longer forwarded.
    case forwardingOff = "forwarding_off"
    /// Mail to the relay address is forwarded again.
    case forwardingOn = "forwarding_on"
    /// Nothing: a newer event of the same topic came before.
    case outdated
    /// Nothing: nobody here is meant.
    case identityUnknown = "identity_unknown"
    /// Nothing: the identity came after the event.
    case identityNewer = "identity_newer"
    /// Nothing: a kind of event that we do not know.
    case kindUnknown = "kind_unknown"

    /// Decides.
    ///
    /// Apple's notifications come late, twice and out of order, so an event is judged by its own time.
    ///
    /// - Parameters:
    ///   - identity: the person as we know them.
    ///   - latest: when the newest event of the same topic happened that was taken before.
    static func decide(
        _ event: AppleNotificationEvent, identity: AppleIdentity?, latest: Date?
    ) -> NotificationVerdict {
        guard topic(of: event.kind) != .other else { return .kindUnknown }
        guard let identity else { return .identityUnknown }
        if let latest, event.occurredAt < latest { return .outdated }
        switch event.kind {
        case .emailDisabled: return .forwardingOff
        case .emailEnabled: return .forwardingOn
        case .accountDeleted: return identity.createdAt < end(of: event) ? .identityRemoved : .identityNewer
        default: return .sessionsEnded
        }
    }

    /// Up to when sign-ins count as older than an event: the end of its second, since Apple documents whole seconds.
    static func end(of event: AppleNotificationEvent) -> Date {
        Date(timeIntervalSince1970: event.occurredAt.timeIntervalSince1970.rounded(.down) + 1)
    }

    /// Which events replace each other.
    static func topic(of kind: AppleNotificationKind) -> ReceivedNotification.Topic {
        switch kind {
        case .emailDisabled, .emailEnabled: .forwarding
        case .consentRevoked, .accountDeleted: .consent
        default: .other
        }
    }

    /// Whether a sign-in was overtaken by the person's own "stop using": its token is older than that event.
    ///
    /// `iat` counts whole seconds, so a token of the event's own second is taken for newer.
    static func overtakes(consentEvent: Date?, tokenIssuedAt: Date) -> Bool {
        guard let consentEvent else { return false }
        return tokenIssuedAt.addingTimeInterval(1) <= consentEvent
    }
}

import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A server-to-server notification whose every check passed. Only `NotificationVerifier` makes one.
public struct AppleNotification: Sendable, Equatable {
    /// The notification's own id (`jti`): apply each id once.
    public let id: String
    /// The app it was sent to (`aud`), one of those configured.
    public let clientID: ClientID
    /// When Apple signed it (`iat`).
    public let issuedAt: Date
    /// When it ends (`exp`): the same notification is refused from then on, so that its id may be forgotten.
    public let expiresAt: Date
    /// What happened.
    public let event: AppleNotificationEvent

    /// The `payload` member of what Apple posts, not yet verified; `nil` for any other body, or one over 64 KiB.
    public static func payload(ofBody body: [UInt8]) -> String? {
        try? StrictJSONReader.readObject(body).text("payload")
    }
}

/// The one event a notification holds.
public struct AppleNotificationEvent: Sendable, Equatable {
    /// What happened; kinds we do not know are kept.
    public let kind: AppleNotificationKind
    /// Whom it concerns (`sub`).
    public let subject: AppleUserID
    /// When it happened (`event_time`, seconds or milliseconds on the wire); a newer event outdates an older one. Never
    /// more than a minute after ``AppleNotification/issuedAt``.
    public let occurredAt: Date
    /// The address concerned; only e-mail events carry one.
    public let email: String?
    /// Whether that address is a relay address, if Apple says so.
    public let isPrivateEmail: Bool?
}

/// The kind of an event: an open list, since Apple adds kinds without notice.
public struct AppleNotificationKind: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the kind.
    public let rawValue: String

    /// Takes any name. `account-delete`, the name of older documents, is the same kind as `account-deleted`.
    public init(rawValue: String) {
        self.rawValue = rawValue == "account-delete" ? "account-deleted" : rawValue
    }
}

extension AppleNotificationKind {
    /// The person switched mail forwarding off.
    public static let emailDisabled = Self(rawValue: "email-disabled")
    /// The person switched mail forwarding on again.
    public static let emailEnabled = Self(rawValue: "email-enabled")
    /// The person stopped using the app with Apple: its tokens are dead.
    public static let consentRevoked = Self(rawValue: "consent-revoked")
    /// The person's Apple Account is gone for good.
    public static let accountDeleted = Self(rawValue: "account-deleted")
}

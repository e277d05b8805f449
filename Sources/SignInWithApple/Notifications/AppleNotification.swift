import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A server-to-server notification that passed every check. Only `NotificationVerifier` creates one.
public struct AppleNotification: Sendable, Equatable {
    /// The notification's id (`jti`). Apply each id once.
    public let id: String
    /// The app for which it was sent (`aud`), one of those configured.
    public let clientID: ClientID
    /// When Apple signed it (`iat`).
    public let issuedAt: Date
    /// When it expires (`exp`). After that the notification is refused, so its id can be deleted.
    public let expiresAt: Date
    /// What happened.
    public let event: AppleNotificationEvent

    /// Extracts the `payload` member of a notification's body, not yet verified. Returns `nil` for any other body and
    /// one over 64 KiB.
    public static func payload(ofBody body: [UInt8]) -> String? {
        try? StrictJSONReader.readObject(body).text("payload")
    }
}

/// The event of a notification.
public struct AppleNotificationEvent: Sendable, Equatable {
    /// What happened. Unknown kinds are kept.
    public let kind: AppleNotificationKind
    /// The person concerned (`sub`).
    public let subject: AppleUserID
    /// When it happened (`event_time`, which Apple sends in seconds or milliseconds). A newer event supersedes an older
    /// one. Never more than a minute after ``AppleNotification/issuedAt``.
    public let occurredAt: Date
    /// The address concerned. Only e-mail events have one.
    public let email: String?
    /// Whether that address is a relay address, if Apple says so.
    public let isPrivateEmail: Bool?
}

/// The kind of an event: an open list, because Apple adds kinds without notice.
public struct AppleNotificationKind: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the kind.
    public let rawValue: String

    /// Creates a kind of any name. `account-delete`, the name in older documents, is the same kind as
    /// `account-deleted`.
    public init(rawValue: String) {
        self.rawValue = rawValue == "account-delete" ? "account-deleted" : rawValue
    }
}

extension AppleNotificationKind {
    /// The person switched mail forwarding off.
    public static let emailDisabled = Self(rawValue: "email-disabled")
    /// The person switched mail forwarding on again.
    public static let emailEnabled = Self(rawValue: "email-enabled")
    /// The person stopped using the app with their Apple Account. Its tokens are invalid.
    public static let consentRevoked = Self(rawValue: "consent-revoked")
    /// The person's Apple Account was permanently deleted.
    public static let accountDeleted = Self(rawValue: "account-deleted")
}

public import Foundation

/// Names one notification of Apple's.
public typealias NotificationID = Identifier<ReceivedNotification>

/// A notification of Apple's that was taken, kept so that its repeat changes nothing.
public struct ReceivedNotification: Sendable, Equatable {
    /// What events replace each other: of one identity and topic, the newest counts.
    public enum Topic: String, Sendable, CaseIterable {
        /// The person stopped using the app, or their Apple Account is gone.
        case consent
        /// Forwarding of relayed mail was switched off or on.
        case forwarding
        /// A kind that we do not know.
        case other
    }

    /// Derived from issuer and Apple's `jti`.
    public let id: NotificationID
    /// Whom it concerns, whether or not they are here.
    public var identityID: IdentityID
    /// What it is about.
    public var topic: Topic
    /// Apple's name of the event.
    public var kind: String
    /// When it happened, by Apple's clock.
    public var occurredAt: Date
    /// When it arrived.
    public var receivedAt: Date
    /// What it changed, as a stable code.
    public var effect: String
    /// From when the row is no longer needed.
    public var expiresAt: Date

    /// A notification with these values.
    public init(
        id: NotificationID, identityID: IdentityID, topic: Topic, kind: String, occurredAt: Date, receivedAt: Date,
        effect: String, expiresAt: Date
    ) {
        self.id = id
        self.identityID = identityID
        self.topic = topic
        self.kind = kind
        self.occurredAt = occurredAt
        self.receivedAt = receivedAt
        self.effect = effect
        self.expiresAt = expiresAt
    }
}

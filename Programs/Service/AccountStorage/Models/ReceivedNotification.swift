public import Foundation

/// Identifies one notification from Apple.
public typealias NotificationID = Identifier<ReceivedNotification>

/// A notification from Apple that was processed. It is kept so that a repetition changes nothing.
public struct ReceivedNotification: Sendable, Equatable {
    /// The subject of an event. Of the events with the same identity and topic, the newest counts.
    public enum Topic: String, Sendable, CaseIterable {
        /// The person stopped using the app, or their Apple Account is gone.
        case consent
        /// The forwarding of relayed mail was switched off or on.
        case forwarding
        /// A kind that is not known here.
        case other
    }

    /// Derived from issuer and Apple's `jti`.
    public let id: NotificationID
    /// The identity that it concerns, whether or not it is stored here.
    public var identityID: IdentityID
    /// The topic of the event.
    public var topic: Topic
    /// The group of apps that the event concerns, as the primary App ID; `nil` if it concerns all groups of the team.
    public var appGroup: String?
    /// Apple's name of the event.
    public var kind: String
    /// When it happened, according to Apple.
    public var occurredAt: Date
    /// When it arrived.
    public var receivedAt: Date
    /// What it changed, as a stable code.
    public var effect: String
    /// When the row is no longer needed.
    public var expiresAt: Date

    /// A notification with these values.
    public init(
        id: NotificationID, identityID: IdentityID, topic: Topic, kind: String, occurredAt: Date, receivedAt: Date,
        effect: String, expiresAt: Date, appGroup: String? = nil
    ) {
        self.id = id
        self.identityID = identityID
        self.topic = topic
        self.kind = kind
        self.occurredAt = occurredAt
        self.receivedAt = receivedAt
        self.effect = effect
        self.expiresAt = expiresAt
        self.appGroup = appGroup
    }
}

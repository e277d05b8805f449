public import Foundation

/// What is known about the way of mail to a person's address at one developer team.
public struct EmailDelivery: Sendable, Equatable {
    /// Whether mail arrives. The raw value is stored, so a released number never changes its meaning.
    public enum State: Int, Sendable, CaseIterable {
        /// Nothing is known yet.
        case unknown = 0
        /// A message arrived.
        case reachable = 1
        /// The person switched the forwarding of relayed mail off.
        case forwardingOff = 2
        /// The sender was refused. The address is good.
        case senderRefused = 3
        /// The address does not exist any more.
        case gone = 4
        /// A message was put off for too long.
        case deferred = 5
    }

    /// The identity whose address it is.
    public let identityID: IdentityID
    /// Whether mail arrives.
    public var state: State
    /// Since when.
    public var since: Date
    /// Why, as a stable code; `nil` if there is nothing to say.
    public var cause: String?
    /// When a report first said that the address does not exist; `nil` if the newest one about it said otherwise.
    public var missingSince: Date?
    /// How many reports were counted.
    public var reports: Int
    /// When what the newest report tells happened; `nil` if there was no report.
    public var reportedAt: Date?
    /// What the server that refused the newest message said, without addresses.
    public var diagnostic: String?

    /// What is known, with these values.
    public init(
        identityID: IdentityID, state: State, since: Date, cause: String? = nil, missingSince: Date? = nil,
        reports: Int = 0, reportedAt: Date? = nil, diagnostic: String? = nil
    ) {
        self.identityID = identityID
        self.state = state
        self.since = since
        self.cause = cause
        self.missingSince = missingSince
        self.reports = reports
        self.reportedAt = reportedAt
        self.diagnostic = diagnostic
    }
}

public import Foundation

/// Identifies one link ticket. Derived from its secret.
public typealias LinkTicketID = Identifier<LinkTicket>

/// A statement by the app's backend that whoever presents the ticket is a certain user of the app.
public struct LinkTicket: Sendable, Equatable {
    /// Derived from the ticket, which is a secret.
    public let id: LinkTicketID
    /// The name in the app's own system of the account to link to.
    public var externalID: String
    /// How the account is described to the person who is about to link it.
    public var label: String?
    /// The credential with which the ticket was requested.
    public var credentialID: CredentialID
    /// When it was requested.
    public var createdAt: Date
    /// When it expires.
    public var expiresAt: Date

    /// A ticket with these values.
    public init(
        id: LinkTicketID, externalID: String, label: String?, credentialID: CredentialID, createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.externalID = externalID
        self.label = label
        self.credentialID = credentialID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

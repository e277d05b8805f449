public import Foundation

/// Names one link ticket; derived from its secret.
public typealias LinkTicketID = Identifier<LinkTicket>

/// The word of the app's backend that whoever brings the ticket is its user.
public struct LinkTicket: Sendable, Equatable {
    /// Derived from the secret that the ticket is.
    public let id: LinkTicketID
    /// Whose account is meant, by its name in the app's own system.
    public var externalID: String
    /// What the person is shown as the account they are about to link.
    public var label: String?
    /// Whose word it is.
    public var credentialID: CredentialID
    /// When it was asked for.
    public var createdAt: Date
    /// From when it is no longer good.
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

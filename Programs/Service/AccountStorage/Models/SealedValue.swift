/// A table that contains sealed values. A table that contains copies of another table's values comes after that table.
public enum SealedKind: Sendable, CaseIterable {
    /// Apple's refresh tokens.
    case grants
    /// Apple's refresh tokens that newer ones have replaced.
    case replacedGrants
    /// The names that Apple sends only once.
    case keptNames
    /// What identity tokens said about people who have to answer a question.
    case linkProofs
    /// Copies of Apple's refresh tokens.
    case outboxItems
    /// Outgoing mail.
    case mail
}

/// The row of a sealed value, and the identity and client for which it was sealed.
public enum SealedPlace: Sendable, Hashable {
    /// A grant.
    case grant(IdentityID, clientID: String)
    /// A replaced token of an identity and a client.
    case replacedGrant(ReplacedGrantID, IdentityID, clientID: String)
    /// A kept name.
    case keptName(IdentityID)
    /// A link proof of an identity.
    case linkProof(LinkProofID, IdentityID)
    /// An outbox item that concerns an identity and a client.
    case outboxItem(OutboxItemID, IdentityID, clientID: String)
    /// A message that waits to be sent.
    case mail(OutgoingMailID)
}

/// A sealed value and its location.
public struct SealedValue: Sendable, Hashable {
    /// Its row.
    public let place: SealedPlace
    /// The stored bytes.
    public let bytes: [UInt8]

    /// A value at a place.
    public init(place: SealedPlace, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}

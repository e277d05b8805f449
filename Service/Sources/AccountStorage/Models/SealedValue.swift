/// A table that holds sealed values. Copies of another table's values come after it.
public enum SealedKind: Sendable, CaseIterable {
    /// Apple's refresh tokens.
    case grants
    /// First-time names.
    case keptNames
    /// What identity tokens said of people who are asked something.
    case linkProofs
    /// Copies of Apple's refresh tokens.
    case outboxItems
    /// Outgoing mail.
    case mail
}

/// The row of a sealed value, with whom it was sealed for.
public enum SealedPlace: Sendable, Hashable {
    /// A grant.
    case grant(IdentityID, clientID: String)
    /// A kept name.
    case keptName(IdentityID)
    /// A link proof of an identity.
    case linkProof(LinkProofID, IdentityID)
    /// An item of the outbox about an identity and a client.
    case outboxItem(OutboxItemID, IdentityID, clientID: String)
    /// A mail that waits.
    case mail(OutgoingMailID)
}

/// A sealed value and where it is.
public struct SealedValue: Sendable, Hashable {
    /// Its row.
    public let place: SealedPlace
    /// As it is stored.
    public let bytes: [UInt8]

    /// A value at a place.
    public init(place: SealedPlace, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}

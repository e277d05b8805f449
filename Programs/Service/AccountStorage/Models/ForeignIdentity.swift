public import Foundation

/// Identifies one person at another provider. Derived from the issuer and the subject.
public typealias ForeignIdentityID = Identifier<ForeignIdentity>

/// An account's identity at another provider, as the app knew it before. It is stored and shown, but cannot sign in.
public struct ForeignIdentity: Sendable, Equatable {
    /// Derived from issuer and subject.
    public let id: ForeignIdentityID
    /// The account that it belongs to.
    public var accountID: AccountID
    /// Who vouched for the person.
    public var issuer: String
    /// The provider's identifier of the person.
    public var subject: String
    /// When it was imported.
    public var createdAt: Date

    /// An identity with these values.
    public init(id: ForeignIdentityID, accountID: AccountID, issuer: String, subject: String, createdAt: Date) {
        self.id = id
        self.accountID = accountID
        self.issuer = issuer
        self.subject = subject
        self.createdAt = createdAt
    }
}

extension ForeignIdentity {
    /// Whether both identify the same person at the same provider, and belong to the same account.
    public func namesSame(as other: ForeignIdentity) -> Bool {
        id == other.id && accountID == other.accountID && issuer.utf8.elementsEqual(other.issuer.utf8)
            && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

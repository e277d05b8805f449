public import Foundation

/// Names one person at another provider; derived from both.
public typealias ForeignIdentityID = Identifier<ForeignIdentity>

/// Who an account's person is at another provider, as the app knew it before: kept and shown, never a way to sign in here.
public struct ForeignIdentity: Sendable, Equatable {
    /// Derived from issuer and subject.
    public let id: ForeignIdentityID
    /// Whose it is.
    public var accountID: AccountID
    /// Who vouched for the person.
    public var issuer: String
    /// The provider's name of the person.
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
    /// Whether both name the same person at the same provider, and belong to the same account.
    public func namesSame(as other: ForeignIdentity) -> Bool {
        id == other.id && accountID == other.accountID && issuer.utf8.elementsEqual(other.issuer.utf8)
            && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

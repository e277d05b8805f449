public import Foundation

/// Identifies one Apple identity.
public typealias IdentityID = Identifier<AppleIdentity>

/// A person as Apple names them to one developer team, and the account that they sign in to.
public struct AppleIdentity: Sendable, Equatable {
    /// Derived from issuer, team and subject, so that the identity can be found without an index on them.
    public let id: IdentityID
    /// The account that the identity signs in to.
    public var accountID: AccountID
    /// Who vouches for the person: Apple, or an emulator.
    public var issuer: String
    /// The developer team for which `subject` identifies this person.
    public var teamID: String
    /// Apple's `sub`.
    public var subject: String
    /// When the identity first signed in.
    public var createdAt: Date
    /// Whether the person switched off the forwarding of relayed mail, according to Apple's last notification.
    public var isForwardingOff: Bool
    /// The identity of the same person at the team to which the app was transferred; `nil` if it was not.
    public var movedTo: IdentityID?

    /// An identity with these values.
    public init(
        id: IdentityID, accountID: AccountID, issuer: String, teamID: String, subject: String, createdAt: Date,
        isForwardingOff: Bool = false, movedTo: IdentityID? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.issuer = issuer
        self.teamID = teamID
        self.subject = subject
        self.createdAt = createdAt
        self.isForwardingOff = isForwardingOff
        self.movedTo = movedTo
    }
}

extension AppleIdentity {
    /// Whether both identify the same person for the same team, and belong to the same account.
    public func namesSame(as other: AppleIdentity) -> Bool {
        id == other.id && accountID == other.accountID
            && issuer.utf8.elementsEqual(other.issuer.utf8) && teamID.utf8.elementsEqual(other.teamID.utf8)
            && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

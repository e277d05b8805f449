public import Foundation

/// Identifies one identity that waits for an answer. Derived from the secret that the answer must contain.
public typealias LinkProofID = Identifier<LinkProof>

/// An identity that was proven by a sign-in and waits for the person to say which account it belongs to.
///
/// It is valid for this identity, for one answer, and for ten minutes.
public struct LinkProof: Sendable, Equatable {
    /// Derived from the secret that the answer must contain.
    public let id: LinkProofID
    /// The identity that was proven.
    public var identityID: IdentityID
    /// The identifier of the account that is created if the person answers that they are new. If the question is
    /// whether to merge an existing account with that of a session, the existing account.
    public var accountID: AccountID
    /// Who vouches for the person.
    public var issuer: String
    /// The developer team for which `subject` identifies this person.
    public var teamID: String
    /// Apple's `sub`.
    public var subject: String
    /// The configured name of the client.
    public var client: String
    /// Where the browser goes afterwards; `nil` for apps.
    public var returnTarget: String?
    /// What the identity token said about the person, encrypted.
    public var sealedFacts: [UInt8]
    /// When Apple issued the token.
    public var provenAt: Date
    /// When it expires.
    public var expiresAt: Date
    /// The session in which the person is asked whether to merge two accounts; `nil` for other questions.
    public var sessionID: SessionID?

    /// A proof with these values.
    public init(
        id: LinkProofID, identityID: IdentityID, accountID: AccountID, issuer: String, teamID: String, subject: String,
        client: String, returnTarget: String?, sealedFacts: [UInt8], provenAt: Date, expiresAt: Date,
        sessionID: SessionID? = nil
    ) {
        self.id = id
        self.identityID = identityID
        self.accountID = accountID
        self.issuer = issuer
        self.teamID = teamID
        self.subject = subject
        self.client = client
        self.returnTarget = returnTarget
        self.sealedFacts = sealedFacts
        self.provenAt = provenAt
        self.expiresAt = expiresAt
        self.sessionID = sessionID
    }
}

public import Foundation

/// Names one identity that waits for an answer; derived from the secret that the answer must bring.
public typealias LinkProofID = Identifier<LinkProof>

/// An identity that was proven by a sign-in, and waits for its person to say which account it belongs to.
///
/// It is good for this one identity and one answer, and for ten minutes.
public struct LinkProof: Sendable, Equatable {
    /// Derived from the secret that the answer must bring.
    public let id: LinkProofID
    /// Who was proven.
    public var identityID: IdentityID
    /// The id of the account that is made if the answer is that they are new; the account that they have, where the
    /// question is whether to bring it together with that of a session.
    public var accountID: AccountID
    /// Who vouches for the person.
    public var issuer: String
    /// The developer team within which `subject` means this person.
    public var teamID: String
    /// Apple's `sub`.
    public var subject: String
    /// The configured name of the client.
    public var client: String
    /// Where the browser goes afterwards; `nil` for apps.
    public var returnTarget: String?
    /// What the identity token said of the person, encrypted.
    public var sealedFacts: [UInt8]
    /// When Apple issued the token.
    public var provenAt: Date
    /// From when it is no longer good.
    public var expiresAt: Date
    /// The session under which the person is asked whether to bring two accounts together; `nil` in other questions.
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

import AccountStorage
import Foundation
import SignInWithApple

/// A proven identity: from a token that was just verified, or from the stored proof behind an open question.
struct ProvenIdentity: Sendable {
    let id: IdentityID
    let issuer: String
    let teamID: String
    let subject: String
    let facts: SignedFacts
    let client: RegisteredClient
    /// When Apple issued the token.
    let provenAt: Date
    /// The token's transfer identifier; nil if it has none, and for a stored proof or a held sign-in.
    let transferIdentifier: String?

    init(_ token: VerifiedIdentityToken, of client: RegisteredClient) {
        issuer = token.issuer
        teamID = client.team.teamID.rawValue
        subject = token.subject.rawValue
        id = .derived(issuer: issuer, teamID: teamID, subject: subject)
        facts = SignedFacts(
            email: token.email.map {
                SignedAddress(
                    address: $0.address, isVerified: $0.isVerified,
                    isPrivate: $0.isPrivate || EmailAddress.isRelay($0.address))
            },
            signal: token.realUserStatus.flatMap { RealPersonSignal(rawValue: $0.rawValue) })
        self.client = client
        provenAt = token.issuedAt
        transferIdentifier = token.transferSubject
    }

    /// The same identity under another team. A token does not name its team.
    init(_ other: ProvenIdentity, of team: RegisteredTeam) {
        issuer = other.issuer
        teamID = team.teamID.rawValue
        subject = other.subject
        id = .derived(issuer: issuer, teamID: teamID, subject: subject)
        facts = other.facts
        client = other.client
        provenAt = other.provenAt
        transferIdentifier = other.transferIdentifier
    }

    /// Nil if the sealed claims cannot be opened.
    init?(_ proof: LinkProof, client: RegisteredClient, vault: TokenVault) {
        guard let facts = vault.openProof(proof.sealedFacts, identity: proof.identityID)?.facts else { return nil }
        id = proof.identityID
        issuer = proof.issuer
        teamID = proof.teamID
        subject = proof.subject
        self.facts = facts
        self.client = client
        provenAt = proof.provenAt
        transferIdentifier = nil
    }

    /// The identity that a held sign-in proved. What its token said is in the account already.
    init(_ identity: AppleIdentity, client: RegisteredClient, provenAt: Date) {
        id = identity.id
        issuer = identity.issuer
        teamID = identity.teamID
        subject = identity.subject
        facts = SignedFacts(email: nil, signal: nil)
        self.client = client
        self.provenAt = provenAt
        transferIdentifier = nil
    }

    /// The record that links it to an account.
    func entry(of account: AccountID, at now: Date) -> AppleIdentity {
        AppleIdentity(
            id: id, accountID: account, issuer: issuer, teamID: teamID, subject: subject, createdAt: now)
    }
}

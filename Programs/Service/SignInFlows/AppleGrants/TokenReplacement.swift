import AccountStorage
import Foundation

/// The step of a transaction that keeps a refresh token of Apple's when a newer one takes its place.
///
/// Apple does not document whether a new sign-in ends the tokens of earlier ones. So a replaced token is neither revoked,
/// which could end the new one, nor forgotten: it is revoked with the others (``GrantRevocation``).
struct TokenReplacement: Sendable {
    /// The maximum number of replaced tokens for an identity and a client. The oldest leaves first: a revocation of a
    /// newer token ends the authorization that they share.
    static let longest = 100

    let now: Date

    /// Keeps the token of a grant that gets another one. Apple is not asked about it again.
    func replace(_ grant: AppleGrant, in records: any AccountTransaction) throws(StorageFailure) {
        guard let token = grant.sealedRefreshToken else { return }
        _ = try records.removeOutboxItem(ValidationRequest.itemID(of: grant.identityID, client: grant.clientID))
        try keep(token, of: grant.identityID, client: grant.clientID, aliveAt: grant.aliveAt, in: records)
    }

    /// Keeps a token until it is revoked with the others.
    func keep(
        _ token: [UInt8], of identity: IdentityID, client: String, aliveAt: Date?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let kept = try records.findReplacedGrants(of: identity).filter { $0.clientID == client }
        for oldest in kept.dropLast(Self.longest - 1) { _ = try records.removeReplacedGrant(oldest.id) }
        try records.recordReplacedGrant(
            ReplacedGrant(
                id: ReplacedGrantID(
                    label: "replaced-grant", fields: [identity.text, client, Data(token).base64EncodedString()]),
                identityID: identity, clientID: client, sealedRefreshToken: token, aliveAt: aliveAt, replacedAt: now))
    }
}

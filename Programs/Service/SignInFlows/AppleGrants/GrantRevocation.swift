import AccountStorage
import Foundation

/// Queues the revocation of every refresh token that is held for an identity.
struct GrantRevocation: Sendable {
    let account: AccountID
    /// Text from which the items' ids are derived. It is unique to this change, and the same if the transaction is
    /// retried.
    let unique: String
    let now: Date

    /// Queues a revocation for each token, replaced ones too, and returns how many. Removing the grants is left to the
    /// caller.
    @discardableResult
    func queue(of identity: IdentityID, in records: any AccountTransaction) throws(StorageFailure) -> Int {
        var queued = 0
        for grant in try records.findGrants(of: identity) {
            // A validation of the token is no longer needed.
            _ = try records.removeOutboxItem(ValidationRequest.itemID(of: identity, client: grant.clientID))
            guard let token = grant.sealedRefreshToken else { continue }
            try queue(token, of: identity, client: grant.clientID, wasSeenAlive: grant.wasSeenAlive, in: records)
            queued += 1
        }
        for kept in try records.findReplacedGrants(of: identity) {
            try queue(
                kept.sealedRefreshToken, of: identity, client: kept.clientID, wasSeenAlive: kept.aliveAt != nil,
                replaced: kept.id, in: records)
            queued += 1
        }
        return queued
    }

    /// Queues the revocation of one token.
    func queue(
        _ token: [UInt8], of identity: IdentityID, client: String, wasSeenAlive: Bool, replaced: ReplacedGrantID? = nil,
        in records: any AccountTransaction
    ) throws(StorageFailure) {
        try records.recordOutboxItem(
            OutboxItem(
                id: itemID([unique, identity.text, client] + (replaced.map { [$0.text] } ?? [])), kind: .revocation,
                accountID: account, identityID: identity, clientID: client, sealedRefreshToken: token, createdAt: now,
                dueAt: now, wasSeenAlive: wasSeenAlive))
    }

    private func itemID(_ fields: [String]) -> OutboxItemID {
        let derived = OutboxItemID(label: "outbox", fields: fields)
        return .timeOrdered(at: now, random: Array(derived.bytes.suffix(OutboxItemID.randomLength)))
    }
}

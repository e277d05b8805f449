import AccountStorage
import Foundation

/// Queues the revocation of every refresh token that is held for an identity.
struct GrantRevocation: Sendable {
    let account: AccountID
    /// Text from which the items' ids are derived. It is unique to this change, and the same if the transaction is
    /// retried.
    let unique: String
    let now: Date

    /// Queues a revocation for each token, and returns how many. Removing the grants is left to the caller.
    @discardableResult
    func queue(of identity: IdentityID, in records: any AccountTransaction) throws(StorageFailure) -> Int {
        // Validations of these tokens are no longer needed.
        _ = try records.removeOutboxItems(of: identity)
        var queued = 0
        for grant in try records.findGrants(of: identity) {
            guard let token = grant.sealedRefreshToken else { continue }
            try records.recordOutboxItem(
                OutboxItem(
                    id: itemID(grant), kind: .revocation, accountID: account, identityID: identity,
                    clientID: grant.clientID, sealedRefreshToken: token, createdAt: now, dueAt: now,
                    wasSeenAlive: grant.wasSeenAlive))
            queued += 1
        }
        return queued
    }

    private func itemID(_ grant: AppleGrant) -> OutboxItemID {
        let derived = OutboxItemID(label: "outbox", fields: [unique, grant.identityID.text, grant.clientID])
        return .timeOrdered(at: now, random: Array(derived.bytes.suffix(OutboxItemID.randomLength)))
    }
}

import AccountStorage
import Foundation

/// Writes down that Apple is to be asked to revoke every token held for an identity.
struct GrantRevocation: Sendable {
    let account: AccountID
    /// Makes the items' ids those of this one change, and the same should the transaction run again.
    let unique: String
    let now: Date

    /// Queues a revocation for each token, and says how many. The grants themselves are left to the caller.
    @discardableResult
    func queue(of identity: IdentityID, in records: any AccountTransaction) throws(StorageFailure) -> Int {
        // Questions to Apple about somebody who leaves.
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

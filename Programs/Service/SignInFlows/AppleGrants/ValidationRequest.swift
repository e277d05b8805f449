import AccountStorage
import Foundation

/// The step of a transaction that queues one validation at Apple.
struct ValidationRequest: Sendable {
    let grant: AppleGrant
    let dueAt: Date
    let now: Date

    /// The same for every validation of a grant, so that no second one is queued while one waits.
    static func itemID(of identity: IdentityID, client: String) -> OutboxItemID {
        OutboxItemID(label: "validation", fields: [identity.text, client])
    }

    /// Queues the validation, and returns whether this call did so.
    func apply(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        let itemID = Self.itemID(of: grant.identityID, client: grant.clientID)
        guard let token = grant.sealedRefreshToken, try records.findOutboxItem(itemID) == nil,
            let identity = try records.findIdentity(grant.identityID)
        else { return false }
        try records.recordOutboxItem(
            OutboxItem(
                id: itemID, kind: .validation, accountID: identity.accountID, identityID: identity.id,
                clientID: grant.clientID, sealedRefreshToken: token, createdAt: now, dueAt: dueAt))
        var asked = grant
        asked.checkedAt = dueAt
        try records.recordGrant(asked)
        return true
    }
}

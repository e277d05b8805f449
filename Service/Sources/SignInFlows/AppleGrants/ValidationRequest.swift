import AccountStorage
import Foundation

/// The step of a transaction that writes down one question to Apple.
struct ValidationRequest: Sendable {
    let grant: AppleGrant
    let dueAt: Date
    let now: Date

    /// One for each grant: while it waits, no second is written down.
    private var itemID: OutboxItemID {
        OutboxItemID(label: "validation", fields: [grant.identityID.text, grant.clientID])
    }

    /// Whether it was written down by this call.
    func apply(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
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

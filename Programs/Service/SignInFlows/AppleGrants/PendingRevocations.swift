import AccountStorage
import Foundation

/// The queued revocations of a person's tokens in one group of apps, as a new sign-in of that person finds them.
///
/// A revocation ends the person's whole authorization of the group (TN3194), so a late one would end the grant of the new
/// sign-in. A sign-in puts the queued ones off while it runs, and cancels them when it is stored. If it fails, they
/// become due again.
struct PendingRevocations: Sendable {
    private let items: [OutboxItem]

    /// Finds the revocations of the identity's tokens for these clients.
    static func find(
        of identity: IdentityID, clients: Set<String>, in records: any AccountTransaction
    ) throws(StorageFailure) -> PendingRevocations {
        let items = try records.findOutboxItems(ofIdentity: identity)
        return PendingRevocations(items.filter { $0.kind == .revocation && clients.contains($0.clientID) })
    }

    init(_ items: [OutboxItem]) {
        self.items = items
    }

    /// Whether a request to Apple has left or may be leaving. Nothing can call it back, so no code is exchanged until its
    /// effect is certain.
    func isOnItsWay(at now: Date) -> Bool {
        items.contains { OutboxSchedule.isOnItsWay($0, at: now) }
    }

    /// Keeps workers from taking the revocations before `moment`.
    func putOff(until moment: Date, in records: any AccountTransaction) throws(StorageFailure) {
        for item in items where item.dueAt < moment { _ = try records.deferOutboxItem(item.id, until: moment) }
    }

    /// Cancels every revocation that is not on its way. Its token is kept, because it may still be valid.
    ///
    /// - Parameter seal: seals the token of an item under the current key, because a rotation of keys looks at the queue
    ///   after the place to which the token moves.
    func cancel(
        at now: Date, sealing seal: (OutboxItem) -> [UInt8], in records: any AccountTransaction
    ) throws(StorageFailure) {
        for item in items where !OutboxSchedule.isOnItsWay(item, at: now) {
            _ = try records.removeOutboxItem(item.id)
            try TokenReplacement(now: now).keep(
                seal(item), of: item.identityID, client: item.clientID,
                aliveAt: item.wasSeenAlive ? item.createdAt : nil, in: records)
        }
    }
}

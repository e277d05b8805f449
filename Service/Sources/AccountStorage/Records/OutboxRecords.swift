public import Foundation

/// What is to be done at Apple: never lost, and by one worker at a time.
public protocol OutboxRecords {
    /// Stores a new item; `conflict` when the identifier is taken.
    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure)
    /// The item, or `nil`.
    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem?
    /// Takes at most `limit` items that are due at `moment`, the longest due first, and returns them as they are now.
    ///
    /// Each counts one more attempt and is due again at `returnsAt`, should the taker die; until then nobody else gets it.
    func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem]
    /// Puts an item back, to be due at `dueAt`, and says whether it is still there.
    ///
    /// - Parameter isAsked: whether Apple answered yes, so that only the proof is missing.
    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String
    ) throws(StorageFailure) -> Bool
    /// Removes an item that is done, and says whether this call did.
    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool
    /// Removes every item that concerns the identity, and says how many.
    func removeOutboxItems(of identityID: IdentityID) throws(StorageFailure) -> Int
    /// How much waits.
    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog
}

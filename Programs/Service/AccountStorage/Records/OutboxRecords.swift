public import Foundation

/// Requests to be made to Apple: never lost, and made by one worker at a time.
public protocol OutboxRecords {
    /// Stores a new item; `conflict` if the identifier is taken.
    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure)
    /// Finds the item.
    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem?
    /// Finds every item of the account, which may have been deleted since, ordered by identifier.
    ///
    /// For operators: this may read the whole outbox.
    func findOutboxItems(of accountID: AccountID) throws(StorageFailure) -> [OutboxItem]
    /// Finds every item that concerns the identity, ordered by identifier.
    func findOutboxItems(ofIdentity identityID: IdentityID) throws(StorageFailure) -> [OutboxItem]
    /// Finds the clients, by their ids at Apple, with an item that is due at `moment`, ordered by id.
    func findClientsOfDueOutboxItems(at moment: Date) throws(StorageFailure) -> [String]
    /// Takes at most `limit` items of a client that are due at `moment`, longest overdue first, and returns their new
    /// state.
    ///
    /// Each counts one more attempt, and was taken at `moment`. Until `returnsAt`, only the caller has it. Then it is due
    /// again, in case that died.
    func takeOutboxItems(
        of clientID: String, dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem]
    /// Makes an item due again at `dueAt`, and returns whether it still exists.
    ///
    /// - Parameters:
    ///   - isAsked: whether Apple accepted the request, so that only the proof is missing.
    ///   - mayArrive: whether the request may still reach Apple. Otherwise `takenAt` becomes `nil`.
    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String, mayArrive: Bool
    ) throws(StorageFailure) -> Bool
    /// Makes an item due at `dueAt` and changes nothing else. Returns whether it exists.
    func deferOutboxItem(_ id: OutboxItemID, until dueAt: Date) throws(StorageFailure) -> Bool
    /// Removes an item that is done, and returns whether this call did so.
    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool
    /// Counts the waiting items.
    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog
    /// Counts the waiting items of one kind.
    func countOutboxItems(of kind: OutboxItem.Kind) throws(StorageFailure) -> OutboxBacklog
}

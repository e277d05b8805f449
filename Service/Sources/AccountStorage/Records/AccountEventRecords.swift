public import Foundation

/// What the app's backend is to be told: never lost, by one worker at a time, and kept a while to be told again.
public protocol AccountEventRecords {
    /// Stores a new event; `conflict` when the identifier is taken.
    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure)
    /// The event, delivered or not, or `nil`.
    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent?
    /// At most `limit` events, the newest first.
    ///
    /// - Parameter id: for the next page, the last one's identifier.
    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent]
    /// Takes at most `limit` events that are due at `moment`, the longest due first, and returns them as they are now.
    ///
    /// Each counts one more attempt and is due again at `returnsAt`, should the taker die; until then nobody else gets it.
    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent]
    /// Has an event that waits be due at `dueAt`, and says whether it did; one that was delivered meanwhile stays so.
    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool
    /// Notes that the backend has the event, and says whether the event is there.
    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool
    /// Gives up an event that is waiting, and says whether it did.
    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool
    /// Has an event told again from `dueAt` on, whatever became of it, and says whether it is there.
    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool
    /// How the telling stands.
    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog
    /// Removes at most `limit` events that happened before `moment`, whatever their state, and says how many.
    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}

public import Foundation

/// Events for the app's backend: never lost, delivered by one worker at a time, and kept for a while for redelivery.
public protocol AccountEventRecords {
    /// Stores a new event; `conflict` if the identifier is taken.
    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure)
    /// Finds the event, delivered or not.
    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent?
    /// Finds at most `limit` events, newest first.
    ///
    /// - Parameter id: for the next page, the identifier of the last event.
    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent]
    /// Takes at most `limit` events that are due at `moment`, longest overdue first, and returns their new state.
    ///
    /// Each counts one more attempt. Until `returnsAt`, only the caller has it. Then it is due again, in case that
    /// died.
    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent]
    /// Sets when a waiting event is due, and returns whether it did. A delivered event is left unchanged.
    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool
    /// Records that the backend acknowledged the event, and returns whether the event exists.
    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool
    /// Gives up a waiting event, and returns whether it did.
    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool
    /// Schedules an event, whatever its state, for another delivery at `dueAt`, and returns whether the event exists.
    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool
    /// Counts the events that wait, and those that were given up.
    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog
    /// Removes at most `limit` events that happened before `moment`, whatever their state, and returns how many.
    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}

public import Foundation

/// What happened: lines are added, never changed, and removed once their time is over. The database itself refuses
/// anything else, whoever asks.
public protocol AuditRecords {
    /// Adds a line; `conflict` when the identifier is taken.
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure)
    /// At most `limit` lines of an account, the newest first.
    ///
    /// - Parameter id: for the next page, the last line's identifier.
    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry]
    /// How often each event happened on each platform, from `start` up to but not at `end`, ordered by event.
    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount]
    /// Removes at most `limit` of the oldest lines written before `moment`, and says how many; `conflict`, and nothing is
    /// removed, where that is less than ``AuditEntry/shortestMemory`` ago.
    ///
    /// - Parameter now: the present.
    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int
}

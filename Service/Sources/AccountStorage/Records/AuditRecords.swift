public import Foundation

/// The audit. Lines are added, never changed, and removed after their retention. The database itself refuses anything
/// else, whoever is connected to it.
public protocol AuditRecords {
    /// Adds a line; `conflict` if the identifier is taken.
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure)
    /// Finds at most `limit` lines of an account, newest first.
    ///
    /// - Parameter id: for the next page, the identifier of the last line.
    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry]
    /// Counts each event on each platform by reason, from `start` up to but not including `end`, ordered by event.
    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount]
    /// Removes at most `limit` of the oldest lines written before `moment`, and returns how many; `conflict`, without
    /// removing anything, if `moment` is less than ``AuditEntry/shortestMemory`` ago.
    ///
    /// - Parameter now: the current time.
    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int
}

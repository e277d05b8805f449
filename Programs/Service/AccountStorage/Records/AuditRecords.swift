public import Foundation

/// The audit. Lines are added, never changed, and removed after their retention. The database itself refuses anything
/// else, whoever is connected to it.
public protocol AuditRecords {
    /// Adds a line; `conflict` if the identifier is taken. The identifier starts with the time of the line
    /// (``Identifier/first(at:)``), within seconds: by it, the following operations find lines.
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure)
    /// Finds at most `limit` lines of an account, newest first.
    ///
    /// - Parameter id: for the next page, the identifier of the last line.
    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry]
    /// The time that the identifier of the first line starts with, of those that start with `moment` or a later time.
    func findAuditTime(from moment: Date) throws(StorageFailure) -> Date?
    /// Counts each event on each platform by client and reason, in the order of ``AuditCount/inOrder(_:_:)``: of the lines
    /// whose identifiers start with a time from `start` up to but not including `end`.
    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount]
    /// Removes at most `limit` of the oldest lines, and returns how many: both the time of a line and the one that its
    /// identifier starts with are before `moment`. `conflict`, without removing anything, if `moment` is less than
    /// ``AuditEntry/shortestMemory`` ago.
    ///
    /// - Parameter now: the current time.
    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int
}

public import Foundation

/// Changes that a transaction must make, or else nothing of it is kept.
///
/// If such a change cannot be made, the transaction fails with `conflict`: the call throws it, a later call does, or the
/// commit. The body cannot go on without the change, even if it catches the error. As nobody waits for the answer, a
/// database can send the change together with the commit.
public protocol RequiredRecords {
    /// Stores a new session. Its identifier must not be taken.
    func recordSession(required session: Session) throws(StorageFailure)
    /// Adds a line to the audit, like ``AuditRecords/recordAudit(_:)``. Its identifier must not be taken.
    func recordAudit(required entry: AuditEntry) throws(StorageFailure)
    /// Increments the counter of a session, which must be live at `moment` and have this counter. Of concurrent callers,
    /// only one succeeds.
    ///
    /// - Parameters:
    ///   - used: the new value of `usedCounter`.
    ///   - first: the new value of `firstCounter`.
    func renewSession(
        required id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure)
}

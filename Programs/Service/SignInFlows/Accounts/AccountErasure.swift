import AccountStorage
import Foundation

/// The step of a transaction that erases an account: removes the person's data, and queues the revocation of each of
/// Apple's refresh tokens (``GrantRevocation``).
package struct AccountErasure: Sendable {
    /// Whether the person's grants are revoked at Apple.
    package enum Revocation: String, Sendable, CaseIterable {
        /// The revocation is queued, and retried if it fails.
        case queued
        /// No refresh token is stored. The person has to stop using the app at Apple by hand.
        case impossible
    }

    private let reason: String
    private let session: SessionID?
    private let now: Date
    private let auditID: AuditEntryID
    private let events: EventOutbox

    /// - Parameters:
    ///   - reason: who erases the account, or why, for the audit.
    ///   - session: the session of the person who asked for it; `nil` if nobody did.
    init(reason: String, by session: SessionID? = nil, _ environment: SignInEnvironment) {
        (self.reason, self.session) = (reason, session)
        now = environment.instant
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
    }

    func apply(
        to account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> Revocation {
        var queued = 0
        let before = try records.findAccount(account)
        let revocation = GrantRevocation(account: account, unique: auditID.text, now: now)
        for identity in try records.findIdentities(of: account) {
            queued += try revocation.queue(of: identity.id, in: records)
            _ = try records.removeIdentity(identity.id)
        }
        for identity in try records.findForeignIdentities(of: account) {
            _ = try records.removeForeignIdentity(identity.id)
        }
        try PendingLinks.end(of: account, in: records)
        _ = try records.removeHeldSignIns(of: account)
        try PasswordRemoval.removeAll(of: account, in: records)
        _ = try records.removeMail(of: account)
        _ = try records.removeMailRequests(of: account)
        _ = try records.removeClientConsents(of: account)
        _ = try records.endSessions(of: account, at: now, authenticatedBefore: nil, except: nil)
        _ = try records.removeBrowserNames(of: account)
        _ = try records.removeAccount(account)
        // Another request has just deleted the account and recorded that.
        guard let before else { return queued > 0 ? .queued : .impossible }
        try events.add(.accountDeleted, of: before, reason: reason, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account, event: AuditEvent.accountDeleted.rawValue, reason: reason,
                sessionID: session, occurredAt: now))
        return queued > 0 ? .queued : .impossible
    }
}

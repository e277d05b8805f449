import AccountStorage
import Foundation

/// The step of a transaction that removes identities from an account, with their grants, sessions and pending links.
struct IdentityRemoval: Sendable {
    private let kept: SessionID?
    private let reason: String
    private let now: Date
    private let auditID: AuditEntryID
    private let events: EventOutbox

    init(kept: SessionID?, reason: String, environment: SignInEnvironment) {
        self.kept = kept
        self.reason = reason
        now = environment.instant
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
    }

    func apply(
        to identities: [AppleIdentity], of account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let revocation = GrantRevocation(account: account, unique: auditID.text, now: now)
        for identity in identities {
            try revocation.queue(of: identity.id, in: records)
            _ = try records.removeLinkProofs(of: identity.id)
            _ = try records.removeIdentity(identity.id)
        }
        let ended = try records.endSessions(of: account, at: now, authenticatedBefore: nil, except: kept)
        try PendingLinks.end(of: account, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account, event: AuditEvent.identityUnlinked.rawValue, reason: reason,
                sessionID: kept, occurredAt: now))
        if !identities.isEmpty {
            try events.add(.accountUnlinked, of: account, reason: reason, in: records)
        } else if ended > 0 {
            try events.add(.sessionsEnded, of: account, reason: reason, in: records)
        }
    }
}

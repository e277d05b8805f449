import AccountStorage
import Foundation

/// The step of a transaction that disables or enables an account for an operator or a service.
struct AccountStatusChange: Sendable {
    enum Kind: Sendable {
        /// Disables the account and ends its sessions.
        case disable
        /// Enables the account, whatever disabled it.
        case enable
    }

    private let kind: Kind
    private let asker: String
    private let now: Date
    private let auditID: AuditEntryID
    private let events: EventOutbox

    /// - Parameter asker: who asks for the change, for the audit.
    init(_ kind: Kind, asker: String, _ environment: SignInEnvironment) {
        self.kind = kind
        self.asker = asker
        now = environment.instant
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
    }

    func apply(to before: Account, in records: any AccountTransaction) throws(StorageFailure) {
        var account = before
        switch kind {
        case .disable:
            account.disabledAt = account.disabledAt ?? now
            account.disabledReason = .operatorDecision
            _ = try records.endSessions(of: account.id, at: now, authenticatedBefore: nil, except: nil)
        case .enable:
            (account.disabledAt, account.disabledReason, account.eraseAt) = (nil, nil, nil)
        }
        try records.recordAccount(account)
        let event: AuditEvent = kind == .disable ? .accountDisabled : .accountEnabled
        try records.recordAudit(
            AuditEntry(id: auditID, accountID: account.id, event: event.rawValue, reason: asker, occurredAt: now))
        guard account != before else { return }
        try events.add(
            kind == .disable ? .accountDisabled : .accountEnabled, of: account, reason: asker, in: records)
    }
}

import AccountStorage
import Foundation

/// The step of a transaction that disables or enables an account for an operator or a service.
struct AccountStatusChange: Sendable {
    enum Kind: Sendable {
        /// Disables the account and ends its sessions. An account that waits for a decision is rejected, and stays.
        case disable
        /// Enables the account, whatever disabled it. An account that waits for a decision is accepted.
        case enable
    }

    /// How the person of an account that waits signed in, as far as it is known.
    typealias Origin = (client: String?, platform: Platform?)

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

    func apply(
        to before: Account, signedInBy origin: Origin = (nil, nil), in records: any AccountTransaction
    ) throws(StorageFailure) {
        var account = before
        switch kind {
        case .disable:
            account.disabledAt = account.disabledAt ?? now
            account.disabledReason = .operatorDecision
            if before.isWaiting { account.eraseAt = nil }
            _ = try records.endSessions(of: account.id, at: now, authenticatedBefore: nil, except: nil)
        case .enable:
            (account.disabledAt, account.disabledReason, account.eraseAt) = (nil, nil, nil)
        }
        try records.recordAccount(account)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account.id, event: event(for: before).rawValue, reason: asker,
                client: origin.client, platform: origin.platform, occurredAt: now))
        guard account != before else { return }
        try events.add(
            kind == .disable ? .accountDisabled : .accountEnabled, of: account, reason: asker, in: records)
    }

    private func event(for before: Account) -> AuditEvent {
        switch kind {
        case .disable: before.isWaiting ? .personRejected : .accountDisabled
        case .enable: before.isWaiting ? .personAccepted : .accountEnabled
        }
    }
}

extension Account {
    /// Whether the account is new and waits for a decision (``RealPersonPolicy``).
    var isWaiting: Bool { disabledAt != nil && disabledReason?.isWaiting == true }

    /// Makes a new account wait for a decision. Without one, it is erased at `end`.
    mutating func wait(_ reason: DisabledReason, since now: Date, until end: Date) {
        (disabledAt, disabledReason, eraseAt) = (now, reason, end)
    }
}

extension DisabledReason {
    /// Whether an account that is closed for this reason waits for a decision.
    var isWaiting: Bool {
        switch self {
        case .held, .proofRequired: true
        case .operatorDecision, .noWayIn: false
        }
    }
}

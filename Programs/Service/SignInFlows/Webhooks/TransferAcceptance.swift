import AccountStorage
import Foundation

/// What the service records when it learns that the recipient has accepted the app: an entry of the audit, and an event for
/// the app's backend. Whatever says it first records it, and nothing else.
struct TransferAcceptance: Sendable {
    /// What said it. The raw value is the reason of the event.
    enum Source: String, Sendable, CaseIterable {
        /// The first token with a transfer identifier.
        case signIn = "sign_in"
        /// The operator.
        case operatorDecision = "operator"
        /// Apple's first answer to the recipient.
        case fetching = "import"
    }

    private let transfer: RegisteredTransfer
    private let source: Source
    private let auditID: AuditEntryID
    private let events: EventOutbox
    private let now: Date
    private let client: RegisteredClient?

    /// - Parameters:
    ///   - auditID: the identifier of the entry, drawn before, so that a retried transaction does the same.
    ///   - client: the client of the token that said it.
    init(
        _ transfer: RegisteredTransfer, by source: Source, _ auditID: AuditEntryID, _ events: EventOutbox, at now: Date,
        client: RegisteredClient? = nil
    ) {
        self.transfer = transfer
        self.source = source
        self.auditID = auditID
        self.events = events
        self.now = now
        self.client = client
    }

    /// With a drawn identifier, and the present time.
    init(_ transfer: RegisteredTransfer, by source: Source, _ environment: SignInEnvironment) {
        let id = AuditEntryID.timeOrdered(environment)
        self.init(
            transfer, by: source, id, EventOutbox(environment, unique: id.text), at: environment.instant)
    }

    /// Records it, unless the app had moved before.
    ///
    /// - Parameter state: the state of the transfer before.
    func record(after state: TransferState, in records: any AccountTransaction) throws(StorageFailure) {
        guard state.side == .giver else { return }
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: nil, event: AuditEvent.appTransferred.rawValue, reason: transfer.name,
                client: client?.name, platform: client?.kind.platform, occurredAt: now))
        try events.add(.appTransferred, of: transfer, reason: source.rawValue, in: records)
    }
}

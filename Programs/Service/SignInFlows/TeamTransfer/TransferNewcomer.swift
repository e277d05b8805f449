import AccountStorage
import Foundation

/// A bare account for a person of the seller's file, with nothing but the external id. Whoever signs in with the
/// identifier of the file is led to it.
struct TransferNewcomer: Sendable {
    private let externalID: String?
    private let id: AccountID
    private let auditID: AuditEntryID
    private let now: Date

    init(_ person: TransferFile.Person, _ environment: SignInEnvironment) {
        externalID = person.externalID.flatMap { ExternalID.isWellFormed($0) ? $0 : nil }
        id = .random(environment.randomBytes(16))
        auditID = .timeOrdered(environment)
        now = environment.instant
    }

    /// Makes the account. Returns nil for a person without a usable external id, because nobody could find the account.
    func make(in records: any AccountTransaction) throws(StorageFailure) -> Account? {
        guard let externalID else { return nil }
        let account = Account(
            id: id, givenName: nil, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
            createdAt: now, disabledAt: nil, externalID: externalID)
        try records.recordAccount(account)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: id, event: AuditEvent.accountImported.rawValue, reason: "transfer",
                occurredAt: now))
        return account
    }
}

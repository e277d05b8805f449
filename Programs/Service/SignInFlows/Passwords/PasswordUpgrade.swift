import AccountStorage
import Foundation

/// The step of a transaction that removes an account's password in favour of Sign in with Apple.
struct PasswordUpgrade: Sendable {
    private let draft: MailDraft
    private let copy: MailCopy

    init(_ environment: SignInEnvironment) {
        draft = MailDraft(environment)
        copy = MailCopy(environment)
    }

    /// - Parameters:
    ///   - seed: the random bytes of the mails.
    ///   - now: the time of the mails.
    init(_ environment: SignInEnvironment, seed: [UInt8], at now: Date) {
        draft = MailDraft(environment, seed: seed, at: now)
        copy = MailCopy(environment)
    }

    /// Removes the password, ends the sessions and mails a notice to the owner. Does nothing if there is no password.
    ///
    /// - Parameters:
    ///   - kept: the one session that stays valid.
    ///   - entry: the audit entry to record. The sessions end at its time.
    func apply(
        to account: Account, keeping kept: SessionID?, entry: AuditEntry, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard try PasswordRemoval.removeSecret(of: account.id, in: records) else { return }
        _ = try records.endSessions(of: account.id, at: entry.occurredAt, authenticatedBefore: nil, except: kept)
        try records.recordAudit(entry)
        try draft.record(
            copy.removed, to: RecoveryAddresses.find(of: account, in: records).addresses, of: account.id, in: records)
    }
}

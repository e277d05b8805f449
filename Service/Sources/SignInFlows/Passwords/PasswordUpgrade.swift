import AccountStorage

/// The step of a transaction that gives the password of an account up for Apple: from now on only Apple opens the account.
struct PasswordUpgrade: Sendable {
    private let draft: MailDraft
    private let copy: MailCopy

    init(_ environment: SignInEnvironment) {
        draft = MailDraft(environment)
        copy = MailCopy(environment.publicURL)
    }

    /// Removes the password, signs everybody out and tells the account's owner; does nothing where there is no password.
    ///
    /// - Parameters:
    ///   - kept: the one session that goes on.
    ///   - entry: what the audit gets; sessions end at its time.
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

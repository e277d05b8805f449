package import AccountStorage
package import Foundation
import PasswordHashing

/// What a person may know about their own password.
package struct PasswordFacts: Sendable, Equatable {
    /// When the password was last changed; nil if the account has none.
    package let since: Date?
    /// The names that are typed with it.
    package let names: [LoginName]
}

/// Shows and changes the password of a person's own account.
package struct AccountPassword: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Whether the account of a session has a password, and when it was last changed.
    package func find(of session: SignedInSession) async throws(SignInError) -> PasswordFacts {
        let account = session.account.id
        return try await environment.read { records in
            PasswordFacts(
                since: try records.findPassword(of: account)?.changedAt,
                names: try records.findLoginNames(of: account))
        }
    }

    /// Replaces the password. Every other session ends, and mailed tokens become invalid.
    ///
    /// Refuses with `passwords_off`, with `password_missing` if there is none to replace, with `fresh_sign_in_required`
    /// if `current` is nil and the last sign-in is too long ago, with `password_wrong` and `password_delayed` for the
    /// current password, and with the codes of ``PasswordSetting`` for the new one.
    ///
    /// - Parameter current: the current password. Not needed within minutes of a sign-in.
    package func change(
        of session: SignedInSession, current: String?, to new: String
    ) async throws(SignInError) {
        guard environment.policy.passwords.isOn else { throw .refused(.passwordsOff) }
        let facts = try await find(of: session)
        guard facts.since != nil else { throw .refused(.passwordMissing) }
        if let current {
            guard let current = Password(current) else { throw .refused(.passwordWrong) }
            _ = try await PasswordCheck(environment: environment).check(account: session.account.id, current)
        } else if !session.isFresh(in: environment) {
            throw .refused(.freshSignInRequired)
        }
        try environment.spend(.passwordChange, of: session.account.id.bytes)
        let hash = try await PasswordSetting(environment: environment).hash(new, names: facts.names)
        let change = PasswordChange(session: session, hash: hash, environment: environment)
        try await environment.write { records in try change.apply(in: records) }
    }
}

/// The transaction in which a person changes their own password.
private struct PasswordChange: Sendable {
    let session: SignedInSession
    let hash: PasswordHash
    private let draft: MailDraft
    private let copy: MailCopy
    private let limits: SessionLimits
    private let auditID: AuditEntryID
    private let events: EventOutbox
    private let now: Date

    init(session: SignedInSession, hash: PasswordHash, environment: SignInEnvironment) {
        (self.session, self.hash) = (session, hash)
        draft = MailDraft(environment)
        copy = MailCopy(environment)
        limits = SessionLimits(environment)
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
        now = environment.instant
    }

    func apply(in records: any AccountTransaction) throws {
        let account = session.account.id
        guard let row = try records.findSession(session.session.id), limits.refusal(row, at: now) == nil else {
            throw SignInError.refused(.sessionEnded)
        }
        guard let owner = try records.findAccount(account) else { throw SignInError.misconfigured(.databaseCorrupt) }
        guard try PasswordRemoval.removeSecret(of: account, in: records) else {
            throw SignInError.refused(.passwordMissing)
        }
        try records.recordPassword(StoredPassword(accountID: account, hash: hash.text, changedAt: now))
        let ended = try records.endSessions(
            of: account, at: now, authenticatedBefore: nil, except: session.session.id)
        if ended > 0 { try events.add(.sessionsEnded, of: account, reason: "password_changed", in: records) }
        try records.recordAudit(
            AuditEntry(id: auditID, .passwordChanged, of: session.session, reason: "person", at: now))
        try draft.record(
            copy.changed(appleAccounts: records.findIdentities(of: account).present.count),
            to: RecoveryAddresses.find(of: owner, in: records).addresses, of: account, in: records)
    }
}

import AccountStorage
import Foundation
import PasswordHashing

/// Resets a forgotten password with a mailed code, which is valid for ten minutes by default and can be used once.
package struct PasswordReset: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Requests a mail. The answer and its timing are the same for every name, known or not. The mail goes to one of
    /// the account's recovery addresses, whichever of its names was typed; see ``RecoveryAddresses``.
    ///
    /// Refuses with `passwords_off`, and with `mail_off` if mail cannot be sent.
    package func request(_ typed: String) async throws(SignInError) {
        try requireMail()
        guard let name = LoginNameText(typed) else { return }
        let request = PasswordResetRequest(name: name, environment: environment)
        try await environment.answers.pace { () throws(SignInError) in
            try await environment.write { records in try request.apply(in: records) }
        }
    }

    /// Sets a new password with a mailed token. This signs nobody in.
    ///
    /// The address counts as proven from now on. Every session, open link and mailed token of the account ends. If no
    /// address of the account was proven before, everybody else loses access: every identity is unlinked, and every
    /// other address is removed. A notice is mailed to every proven address.
    ///
    /// Refuses with `passwords_off`, with `mailed_token_invalid`, and with the codes of ``PasswordSetting`` for the new
    /// password. In this last case the token stays valid.
    ///
    /// - Parameters:
    ///   - token: the code from the mail, as it was typed.
    ///   - browserCookie: the browser's cookie from an earlier sign-in with a password.
    /// - Returns: the browser, now remembered for the new password; see ``PasswordSignIn``.
    @discardableResult
    package func redeem(
        _ token: String, password: String, browserCookie: String? = nil
    ) async throws(SignInError) -> RememberedBrowser {
        guard environment.policy.passwords.isOn else { throw .refused(.passwordsOff) }
        let id = try read(token)
        let hash = try await PasswordSetting(environment: environment).hash(password, names: names(of: id))
        let browser = RememberedBrowser(cookie: browserCookie, environment)
        let redemption = PasswordResetRedemption(token: id, hash: hash, browser: browser, environment: environment)
        try await environment.write { records in try redemption.apply(in: records) }
        return browser
    }

    private func requireMail() throws(SignInError) {
        guard environment.policy.passwords.isOn else { throw .refused(.passwordsOff) }
        guard environment.policy.passwords.canMail else { throw .refused(.mailOff) }
    }

    private func read(_ token: String) throws(SignInError) -> MailedTokenID {
        guard let id = MailedCode(typed: token)?.tokenID else { throw .refused(.mailedTokenInvalid) }
        return id
    }

    private func names(of id: MailedTokenID) async throws(SignInError) -> [LoginName] {
        let now = environment.instant
        return try await environment.read { records in
            guard let token = try records.findMailedToken(id), now < token.expiresAt else {
                throw SignInError.refused(.mailedTokenInvalid)
            }
            return try records.findLoginNames(of: token.accountID)
        }
    }
}

/// The transaction of a request for mail. It counts the request for known and unknown names alike, so that its timing
/// reveals nothing.
private struct PasswordResetRequest: Sendable {
    private let name: LoginNameText
    private let code: MailedCode
    private let draft: MailDraft
    private let copy: MailCopy
    private let lifetime: Duration
    private let auditID: AuditEntryID
    private let now: Date

    init(name: LoginNameText, environment: SignInEnvironment) {
        self.name = name
        code = MailedCode(bytes: environment.randomBytes(MailedCode.length))
        draft = MailDraft(environment)
        copy = MailCopy(environment)
        lifetime = environment.policy.passwords.mailedTokenLifetime
        auditID = .timeOrdered(environment)
        now = environment.instant
    }

    func apply(in records: any AccountTransaction) throws(StorageFailure) {
        let id = PasswordTriesID.mails(for: name.id)
        let before = try records.findTries(id)
        if case .delayed = PasswordDelay.decide(before, at: now) { return }
        try records.recordTries(PasswordDelay.mailed(before, id: id, codeLifetime: lifetime, at: now))
        guard let login = try name.find(in: records),
            let account = try records.findAccount(login.accountID), account.disabledAt == nil,
            let address = try RecoveryAddresses.find(of: account, in: records).choose(for: name.id)
        else { return }
        guard try records.findPassword(of: account.id) != nil else {
            return try draft.record(copy.noPassword, to: [address], of: account.id, in: records)
        }
        try records.recordMailedToken(
            MailedToken(
                id: code.tokenID, purpose: .passwordReset, accountID: account.id, loginNameID: address.id,
                createdAt: now, expiresAt: now.addingTimeInterval(lifetime.timeInterval)))
        try draft.record(
            copy.reset(code, lifetime: lifetime), to: [address], of: account.id, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account.id, event: AuditEvent.passwordResetRequested.rawValue, occurredAt: now))
    }
}

/// The transaction that sets a password with a mailed token.
private struct PasswordResetRedemption: Sendable {
    private let token: MailedTokenID
    private let hash: PasswordHash
    private let browser: RememberedBrowser
    private let removal: IdentityRemoval
    private let draft: MailDraft
    private let copy: MailCopy
    private let auditID: AuditEntryID
    private let events: EventOutbox
    private let now: Date

    init(token: MailedTokenID, hash: PasswordHash, browser: RememberedBrowser, environment: SignInEnvironment) {
        self.token = token
        self.hash = hash
        self.browser = browser
        removal = IdentityRemoval(kept: nil, reason: "first_proof", environment: environment)
        draft = MailDraft(environment)
        copy = MailCopy(environment)
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
        now = environment.instant
    }

    func apply(in records: any AccountTransaction) throws {
        guard let taken = try records.takeMailedToken(token, at: now),
            let account = try records.findAccount(taken.accountID), account.disabledAt == nil
        else { throw SignInError.refused(.mailedTokenInvalid) }
        // Decided now, because another address may have been proven since the mail was sent.
        let recovery = try RecoveryAddresses.find(of: account, in: records)
        guard let proof = recovery.proof(mailedTo: taken.loginNameID),
            let address = recovery.choose(for: taken.loginNameID),
            try PasswordRemoval.removeSecret(of: account.id, in: records)
        else { throw SignInError.refused(.mailedTokenInvalid) }
        if var name = try address.find(in: records), name.accountID == account.id {
            name.provenAt = now
            try records.recordLoginName(name)
        }
        // Whoever read the mail is the owner, so a stranger's requests no longer delay the next mail.
        for name in try records.findLoginNames(of: account.id) { _ = try records.removeTries(.mails(for: name.id)) }
        let password = StoredPassword(accountID: account.id, hash: hash.text, changedAt: now)
        try records.recordPassword(password)
        try browser.record(for: account.id, password, at: now, in: records)
        switch proof {
        case .first: try putOthersOut(of: account, provenBy: address, in: records)
        case .known:
            let ended = try records.endSessions(of: account.id, at: now, authenticatedBefore: nil, except: nil)
            if ended > 0 { try events.add(.sessionsEnded, of: account, reason: "password_reset", in: records) }
            try PendingLinks.end(of: account.id, in: records)
        }
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account.id, event: AuditEvent.passwordReset.rawValue,
                reason: proof == .first ? "first_proof" : "mail", occurredAt: now))
        try draft.record(
            copy.changed(appleAccounts: records.findIdentities(of: account.id).present.count),
            to: recovery.addresses, of: account.id, in: records)
    }

    /// Removes every identity and every other address, none of which is proven. So somebody who created the account
    /// with another person's address cannot get back into it (pre-hijacking: Sudhodanan and Paverd, USENIX Security
    /// 2022).
    private func putOthersOut(
        of account: Account, provenBy address: LoginNameText, in records: any AccountTransaction
    ) throws(StorageFailure) {
        try removal.apply(to: records.findIdentities(of: account.id), of: account.id, in: records)
        for other in try records.findLoginNames(of: account.id)
        where other.isAddress && LoginNameText(other.name) != address {
            _ = try records.removeLoginName(other.id)
        }
        var proven = account
        (proven.email, proven.isEmailVerified, proven.isPrivateEmail) = (address.text, true, false)
        try records.recordAccount(proven)
    }
}

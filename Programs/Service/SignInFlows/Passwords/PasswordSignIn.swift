import AccountStorage
import Foundation
import PasswordHashing

/// Sign-in with a name and a password, for people who have one: in an app that got them from the keychain through
/// Apple's sheet, or on a page.
package struct PasswordSignIn: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Signs a person in for a client of one of the kinds.
    ///
    /// Refuses with `passwords_off`, `client_unknown`, `client_wrong_kind`, `password_wrong` (for a wrong name as
    /// well), `password_delayed`, `hashing_unavailable`, and only if the password is right, with `account_disabled`.
    ///
    /// - Parameter sessionCookie: the session cookie that the browser already has. Its session ends.
    package func signIn(
        client name: String, kinds: Set<RegisteredClient.Kind>, as typed: String, _ password: String,
        replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> SignedIn {
        try await signIn(client: name, kinds: kinds, as: typed, password, replacing: sessionCookie, in: nil)
    }

    /// The same in a browser, which is remembered, so that strangers who guess passwords cannot lock its user out.
    ///
    /// - Parameter browserCookie: the browser's cookie from an earlier sign-in with a password.
    package func signIn(
        client name: String, kinds: Set<RegisteredClient.Kind>, as typed: String, _ password: String,
        replacing sessionCookie: String?, browserCookie: String?
    ) async throws(SignInError) -> (signedIn: SignedIn, browser: RememberedBrowser) {
        let browser = RememberedBrowser(cookie: browserCookie, environment)
        let signedIn = try await signIn(
            client: name, kinds: kinds, as: typed, password, replacing: sessionCookie, in: browser)
        return (signedIn, browser)
    }

    private func signIn(
        client name: String, kinds: Set<RegisteredClient.Kind>, as typed: String, _ password: String,
        replacing sessionCookie: String?, in browser: RememberedBrowser?
    ) async throws(SignInError) -> SignedIn {
        guard environment.policy.passwords.isOn else { throw .refused(.passwordsOff) }
        let client = try environment.clients.find(name, ofKinds: kinds)
        // A malformed name or password can be refused at once, because that reveals nothing about any account.
        guard let login = LoginNameText(typed), let password = Password(password) else {
            throw .refused(.passwordWrong)
        }
        let match = try await PasswordCheck(environment: environment).check(
            name: login, password, in: browser)
        try environment.spend(.signIn, of: match.account.bytes)
        let newer = await PasswordSetting(environment: environment).renewed(match.hash, password)
        let opening = PasswordSessionOpening(
            match: match, newer: newer, client: client, browser: browser,
            replaced: sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) },
            environment: environment)
        let (session, account) = try await environment.write { records in try opening.apply(in: records) }.get()
        return try .issue(session, of: account, isNew: false, in: environment)
    }
}

/// The transaction that begins a session after the password matched.
private struct PasswordSessionOpening: Sendable {
    let match: PasswordCheck.Match
    let newer: PasswordHash?
    let client: RegisteredClient
    let browser: RememberedBrowser?
    let replaced: SessionID?
    private let browserName: String?
    private let limits: SessionLimits
    private let session: SessionID
    private let auditID: AuditEntryID
    private let now: Date

    init(
        match: PasswordCheck.Match, newer: PasswordHash?, client: RegisteredClient, browser: RememberedBrowser?,
        replaced: SessionID?, environment: SignInEnvironment
    ) {
        (self.match, self.newer, self.client, self.replaced) = (match, newer, client, replaced)
        self.browser = browser
        browserName = environment.browser(on: client.kind.platform)
        limits = SessionLimits(environment)
        session = .timeOrdered(environment)
        auditID = .timeOrdered(environment)
        now = environment.instant
    }

    /// Returns the refusal of a closed account instead of throwing it, so that the undone count is stored.
    func apply(in records: any AccountTransaction) throws -> Result<(Session, Account), SignInError> {
        // The password may have been changed or removed while it was compared.
        guard let stored = try records.findPassword(of: match.account), stored == match.stored else {
            throw SignInError.refused(.passwordWrong)
        }
        guard let account = try records.findAccount(match.account) else {
            throw SignInError.misconfigured(.databaseCorrupt)
        }
        // The name's delay stays as it was before. If it vanished, strangers could tell that somebody signed in.
        try match.takeBack(in: records)
        _ = try records.removeTries(.wrongPasswords(of: account.id))
        try browser?.record(for: account.id, stored, at: now, in: records)
        if account.disabledAt != nil { return .failure(.refused(.closed(account.disabledReason))) }
        if let newer {
            try records.recordPassword(
                StoredPassword(accountID: account.id, hash: newer.text, changedAt: stored.changedAt))
        }
        let session = Session(
            id: session, accountID: account.id, clientID: client.name, platform: client.kind.platform, createdAt: now,
            authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: limits.expiry(createdAt: now, usedAt: now),
            endedAt: nil, browser: browserName)
        if let replaced { try SessionReplacement(former: replaced, session: session, now: now).apply(in: records) }
        try records.recordSession(session)
        try records.recordAudit(AuditEntry(id: auditID, .signedIn, of: session, reason: "password", at: now))
        return .success((session, account))
    }
}

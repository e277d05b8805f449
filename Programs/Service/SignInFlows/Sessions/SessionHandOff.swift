import AccountStorage
import Foundation

/// A page of this service that an app can open in a web view. The raw value is its name in the app's request.
package enum HandOffPage: String, Sendable, CaseIterable {
    /// The account, its sessions and its data.
    case account
    /// Adding another Apple Account.
    case link
    /// Changing the password.
    case password
    /// Deleting the account.
    case deletion
}

/// A new code for a web view, as the app receives it.
package struct IssuedHandOff: Sendable {
    /// The secret for one web view or browser. It can be used once.
    package let code: String
    /// Seconds until the code expires.
    package let expiresIn: Int
}

/// What a browser gets for a code.
package struct HandedOffSession: Sendable {
    /// The page for which the code was issued.
    package let page: HandOffPage
    /// The value of the session cookie.
    package let sessionCookie: String
}

/// Hands an app's session to a web view, so that the person need not sign in again to see our pages.
///
/// Both hold the same session. It ends for both at once, and the person has authenticated no later because of it.
package struct SessionHandOff: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Issues a code for one page.
    ///
    /// Refuses with `refresh_token_invalid`, with `client_wrong_kind` unless an app holds the session, and with
    /// `session_ended`.
    ///
    /// - Parameters:
    ///   - session: the session of the access token.
    ///   - refreshToken: its refresh token. Only the app has it, while other services see the access token, too. They
    ///     must not get a cookie, which is good for longer (RFC 9700 section 4.9.1).
    package func issue(
        _ page: HandOffPage, to session: SignedInSession, provenBy refreshToken: String
    ) async throws(SignInError) -> IssuedHandOff {
        guard session.session.platform == .native else { throw .refused(.clientWrongKind) }
        let claim = SessionTokens(secrets: environment.secrets).readRefreshToken(refreshToken)
        guard let claim, claim.session == session.session.id else { throw .refused(.refreshTokenInvalid) }
        try environment.spend(.handOff, of: session.account.id.bytes)
        let (now, lifetime) = (environment.instant, environment.policy.handOffLifetime)
        let secret = OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        let code = secret.handOffCode(
            for: page, of: session.session, createdAt: now, expiresAt: now.addingTimeInterval(lifetime.timeInterval))
        let entry = AuditEntry(
            id: .timeOrdered(environment), .sessionHandedOff, of: session.session, reason: page.rawValue, at: now)
        let reading = SessionReading(environment)
        try await environment.write { records in
            guard case .success(let found) = try reading.judge(code.parentID, in: records, at: now) else {
                throw SignInError.refused(.sessionEnded)
            }
            // Whoever has only an old token may have stolen it. A renewal finds that out.
            switch RefreshTokenVerdict.decide(presented: claim.counter, session: found.session, arrivedAt: now) {
            case .renew, .giveAnother: break
            case .reused, .ahead, .overtaken: throw SignInError.refused(.refreshTokenInvalid)
            }
            try records.recordAuthorizationCode(code)
            try records.recordAudit(entry)
        }
        return IssuedHandOff(code: secret.text, expiresIn: Int(lifetime.components.seconds))
    }

    /// Exchanges a code for the session cookie.
    ///
    /// Refuses with `hand_off_code_invalid` if the code was not issued, was used or has expired, and with
    /// `session_ended`, `session_expired` or `account_disabled`.
    ///
    /// - Parameter cookie: the session cookie that the browser already has. If its session is of the same account and was
    ///   begun in a browser, it ends, because nobody holds it any more.
    package func open(_ text: String, replacing cookie: String? = nil) async throws(SignInError) -> HandedOffSession {
        guard let id = OneUseSecret(text: text)?.handOffCodeID else { throw .refused(.handOffCodeInvalid) }
        let (now, reading) = (environment.instant, SessionReading(environment))
        let tokens = SessionTokens(secrets: environment.secrets)
        let former = cookie.flatMap { tokens.readCookie($0) }
        return try await environment.write { records -> HandedOffSession in
            guard let code = try records.findAuthorizationCode(id), let page = HandOffPage(rawValue: code.redirectURI),
                try records.useAuthorizationCode(id, by: code.parentID, at: now)
            else { throw SignInError.refused(.handOffCodeInvalid) }
            switch try reading.judge(code.parentID, in: records, at: now) {
            case .success(let found):
                if let former { try Self.replace(former, by: found.session, at: now, in: records) }
                return HandedOffSession(page: page, sessionCookie: tokens.cookie(found.session.id))
            case .failure(let refusal): throw SignInError.refused(refusal)
            }
        }
    }

    private static func replace(
        _ former: SessionID, by session: Session, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard let own = try records.findSession(former), own.platform == .web, own.accountID == session.accountID
        else { return }
        try SessionReplacement(former: former, session: session, now: now).apply(in: records)
    }
}

extension OneUseSecret {
    /// The row of the code with this text. No client of the OpenID Provider finds it, because the label is another one.
    fileprivate var handOffCodeID: ClientAuthorizationCodeID { id("hand-off-code") }

    fileprivate func handOffCode(
        for page: HandOffPage, of session: Session, createdAt: Date, expiresAt: Date
    ) -> ClientAuthorizationCode {
        ClientAuthorizationCode(
            id: handOffCodeID, client: session.clientID, redirectURI: page.rawValue, scope: "", codeChallenge: nil,
            nonce: nil, claims: nil, parentID: session.id, accountID: session.accountID, createdAt: createdAt,
            expiresAt: expiresAt)
    }
}

import AccountStorage
import Foundation

/// Finds out who is asking: reads the session's row every time, so that an ended session is refused at once.
package struct SessionAuthentication: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Authenticates a bearer token.
    ///
    /// Refuses with `access_token_invalid`, `access_token_expired`, `session_ended`, `session_expired` or
    /// `account_disabled`.
    package func authenticate(accessToken: String) async throws(SignInError) -> SignedInSession {
        let proof: AccessTokens.Proof
        do throws(SignInRefusal) {
            proof = try environment.accessTokens.verify(accessToken, at: environment.instant)
        } catch {
            throw .refused(error)
        }
        let found = try await find(proof.session, slides: false)
        guard found.account.id == proof.account else { throw .refused(.accessTokenInvalid) }
        return found
    }

    /// Authenticates a browser, and pushes its session's idle limit on, at most once an hour by default.
    ///
    /// Refuses with `session_cookie_invalid`, `session_ended`, `session_expired` or `account_disabled`.
    package func authenticate(sessionCookie: String) async throws(SignInError) -> SignedInSession {
        guard let session = SessionTokens(secrets: environment.secrets).readCookie(sessionCookie) else {
            throw .refused(.sessionCookieInvalid)
        }
        return try await find(session, slides: true)
    }

    private func find(_ id: SessionID, slides: Bool) async throws(SignInError) -> SignedInSession {
        let now = environment.instant
        let reading = SessionReading(policy: environment.policy)
        let result = try await environment.write { records -> Result<SignedInSession, SignInError> in
            switch try reading.find(id, in: records, at: now) {
            case .failure(let refusal):
                // Returned, not thrown: a session that is past its limit was ended, and that is kept.
                return .failure(.refused(refusal))
            case .success(let found):
                let session = slides ? try reading.slide(found.session, in: records, at: now) : found.session
                return .success(SignedInSession(session: session, account: found.account))
            }
        }
        return try result.get()
    }
}

/// Reads a session and its account inside a transaction, and judges both.
struct SessionReading: Sendable {
    let policy: SignInPolicy

    /// The session and its account, or why the session may not be used.
    ///
    /// A session found to be past its limit is ended on the spot, so that it does not come back to life when the clock
    /// is set back.
    func find(
        _ id: SessionID, in records: any AccountTransaction, at now: Date
    ) throws(StorageFailure) -> Result<SignedInSession, SignInRefusal> {
        guard let session = try records.findSession(id) else { return .failure(.sessionEnded) }
        if let refusal = SessionLimits(policy: policy).refusal(session, at: now) {
            if refusal == .sessionExpired { _ = try records.endSession(id, at: now) }
            return .failure(refusal)
        }
        guard let account = try records.findAccount(session.accountID) else { return .failure(.sessionEnded) }
        guard account.disabledAt == nil else { return .failure(.closed(account.disabledReason)) }
        return .success(SignedInSession(session: session, account: account))
    }

    /// Pushes on the idle limit of a browser's session when the last push is long enough ago.
    func slide(
        _ session: Session, in records: any AccountTransaction, at now: Date
    ) throws(StorageFailure) -> Session {
        let elapsed = now.timeIntervalSince(session.renewedAt)
        // An Android app signs in through a browser and holds the cookie alone, so nothing else would push it on. An
        // app with Apple's own sheet renews by its refresh token.
        guard session.platform != .native, elapsed >= policy.cookieRenewalInterval.timeInterval else { return session }
        let expiry = SessionLimits(policy: policy).expiry(createdAt: session.createdAt, usedAt: now)
        _ = try records.extendSession(session.id, at: now, expiresAt: expiry)
        return try records.findSession(session.id) ?? session
    }
}

import AccountStorage
import Foundation

/// The step of a transaction that reads a session and its account, and checks both.
struct SessionReading: Sendable {
    private let limits: SessionLimits
    private let cookieRenewalInterval: Duration

    init(_ environment: SignInEnvironment) {
        limits = SessionLimits(environment)
        cookieRenewalInterval = environment.policy.cookieRenewalInterval
    }

    /// The session and its account, or why the session is not valid.
    ///
    /// An expired session is ended at once, so that it does not become valid again if the clock is set back.
    func find(
        _ id: SessionID, in records: any AccountTransaction, at now: Date
    ) throws(StorageFailure) -> Result<SignedInSession, ErrorCode> {
        let judged = try judge(id, in: records, at: now)
        if case .failure(.sessionExpired) = judged { _ = try records.endSession(id, at: now) }
        return judged
    }

    /// The same without changes. The caller has to end an expired session (`session_expired`).
    func judge(
        _ id: SessionID, in records: any AccountTransaction, at now: Date
    ) throws(StorageFailure) -> Result<SignedInSession, ErrorCode> {
        guard let (session, account) = try records.findSessionAndAccount(id) else { return .failure(.sessionEnded) }
        if let refusal = limits.refusal(session, at: now) { return .failure(refusal) }
        guard let account else { return .failure(.sessionEnded) }
        guard account.disabledAt == nil else { return .failure(.closed(account.disabledReason)) }
        return .success(SignedInSession(session: session, account: account))
    }

    /// Extends the idle limit of a browser's session if the last extension is long enough ago.
    func slide(
        _ session: Session, in records: any AccountTransaction, at now: Date
    ) throws(StorageFailure) -> Session {
        guard isToSlide(session, at: now) else { return session }
        let expiry = limits.expiry(createdAt: session.createdAt, usedAt: now)
        _ = try records.extendSession(session.id, at: now, expiresAt: expiry)
        return try records.findSession(session.id) ?? session
    }

    /// Whether to extend the idle limit now.
    func isToSlide(_ session: Session, at now: Date) -> Bool {
        // An Android app signs in through a browser and has only the cookie, so nothing else would extend its session.
        // A native app renews its session with the refresh token.
        session.platform != .native
            && now.timeIntervalSince(session.renewedAt) >= cookieRenewalInterval.timeInterval
    }
}

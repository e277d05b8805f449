import AccountStorage
import Foundation

/// The transaction of a renewal, for an app's session and for that of an OpenID client.
struct RenewalStep: Sendable {
    /// Why the holder of a refresh token gets no new tokens.
    enum Objection: Sendable {
        /// The session stays as it is.
        case refuse(ErrorCode)
        /// The session ends.
        case end(ErrorCode, SignInIncident?)
    }

    private let claim: SessionTokens.RefreshClaim
    private let objection: @Sendable (SignedInSession, any AccountTransaction) throws(StorageFailure) -> Objection?
    private let reading: SessionReading
    private let limits: SessionLimits
    private let auditID: AuditEntryID
    private let arrivedAt: Date
    /// Read together with the row, because a use counts from then on. Requests that arrived before and still wait are
    /// overtaken.
    private let clock: @Sendable () -> Date
    private let environment: SignInEnvironment

    /// - Parameter objection: judges whether the caller may renew the session.
    init(
        _ claim: SessionTokens.RefreshClaim, _ environment: SignInEnvironment,
        objection:
            @escaping @Sendable (SignedInSession, any AccountTransaction) throws(StorageFailure) -> Objection?
    ) {
        self.claim = claim
        self.objection = objection
        reading = SessionReading(environment)
        limits = SessionLimits(environment)
        auditID = .timeOrdered(environment)
        arrivedAt = environment.instant
        clock = environment.now
        self.environment = environment
    }

    /// Renews the session, or throws the refusal after storing what it changed.
    func apply() async throws(SignInError) -> SignedInSession {
        switch try await environment.write({ records in try apply(in: records) }) {
        case .refused(let refusal, let incident):
            if let incident { environment.report(incident) }
            throw .refused(refusal)
        case .overtaken:
            throw .unavailable(.refreshOvertaken, retryAfter: environment.policy.retryAfter)
        case .renewed(let found): return found
        }
    }

    private enum Result: Sendable {
        case renewed(SignedInSession)
        case refused(ErrorCode, SignInIncident?)
        /// Nothing was changed.
        case overtaken
    }

    private func apply(in records: any AccountTransaction) throws(StorageFailure) -> Result {
        let now = clock().inWholeMilliseconds
        switch try reading.find(claim.session, in: records, at: now) {
        case .failure(let refusal): return .refused(refusal, nil)
        case .success(let found): return try apply(to: found, at: now, in: records)
        }
    }

    private func apply(
        to found: SignedInSession, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) -> Result {
        var session = found.session
        switch try objection(found, records) {
        case .refuse(let refusal): return .refused(refusal, nil)
        case .end(let refusal, let incident):
            try end(session, because: refusal, at: now, in: records)
            return .refused(refusal, incident)
        case nil: break
        }
        switch RefreshTokenVerdict.decide(presented: claim.counter, session: session, arrivedAt: arrivedAt) {
        case .renew:
            (session.usedCounter, session.firstCounter) = (claim.counter, session.counter + 1)
        case .giveAnother:
            break
        case .reused:
            try end(session, because: .refreshTokenReused, at: now, in: records)
            return .refused(.refreshTokenReused, .refreshTokenReused(session: session.id))
        case .overtaken:
            return .overtaken
        case .ahead:
            try end(session, because: .sessionEnded, at: now, in: records)
            return .refused(.sessionEnded, .refreshTokenAheadOfRow(session: session.id))
        }
        session.renewedAt = now
        session.expiresAt = limits.expiry(createdAt: session.createdAt, usedAt: now)
        // A compare-and-swap. If another renewal was faster, the environment runs the transaction again, which decides anew.
        try records.renewSession(
            required: session.id, fromCounter: session.counter, used: session.usedCounter, first: session.firstCounter,
            at: now, expiresAt: session.expiresAt)
        // Every database guarantees that the row then has exactly these values, so it is not read again.
        session.counter += 1
        return .renewed(SignedInSession(session: session, account: found.account))
    }

    private func end(
        _ session: Session, because refusal: ErrorCode, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard try records.endSession(session.id, at: now) else { return }
        try records.recordAudit(AuditEntry(id: auditID, .sessionEnded, of: session, reason: refusal.name, at: now))
        let events = EventOutbox(environment, unique: auditID.text)
        try events.add(.sessionsEnded, of: session.accountID, reason: refusal.name, in: records)
    }
}

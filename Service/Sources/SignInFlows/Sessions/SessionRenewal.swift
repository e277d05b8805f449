package import AccountStorage
import Foundation

/// The result of a renewal.
package struct RenewedSession: Sendable {
    /// The session after the renewal.
    package let session: Session
    /// Its account.
    package let account: Account
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token expires.
    package let expiresIn: Int
    /// The successor of the refresh token in the request.
    package let refreshToken: String
}

/// Exchanges a refresh token for a new access token and the next refresh token.
///
/// Each renewal updates one row. A token can be used again until one of its successors is used, so neither a lost reply
/// nor two simultaneous renewals sign anybody out. An older token ends the session, unless its request was overtaken
/// while it waited. Then the client has to try again.
package struct SessionRenewal: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Renews a session.
    ///
    /// Refuses with `refresh_token_invalid`, `refresh_token_reused`, `refresh_token_wrong_client`, `client_unknown`,
    /// `session_ended`, `session_expired` or `account_disabled`. `client_unknown` means that the session's client is no
    /// longer configured; the session stays valid for when it is configured again. Throws `refresh_overtaken` if
    /// nothing was done.
    ///
    /// - Parameters:
    ///   - refreshToken: the token from the request.
    ///   - client: the name of the client that presents it. Any other client than the session's ends the session (RFC
    ///     6749 section 6).
    package func renew(refreshToken: String, client: String) async throws(SignInError) -> RenewedSession {
        let tokens = SessionTokens(secrets: environment.secrets)
        guard let claim = tokens.readRefreshToken(refreshToken) else { throw .refused(.refreshTokenInvalid) }
        let auditID = AuditEntryID.timeOrdered(environment)
        let step = RenewalStep(
            claim: claim, client: client, clients: environment.clients, reading: SessionReading(environment),
            limits: SessionLimits(environment),
            auditID: auditID, arrivedAt: environment.instant, clock: environment.now,
            events: EventOutbox(environment, unique: auditID.text))
        let outcome = try await environment.write { records in try step.apply(in: records) }
        switch outcome {
        case .refused(let refusal, let incident):
            if let incident { environment.report(incident) }
            throw .refused(refusal)
        case .overtaken:
            throw .unavailable(.refreshOvertaken, retryAfter: environment.policy.retryAfter)
        case .renewed(let found):
            let random = environment.randomBytes(AccessTokens.identifierLength)
            guard
                let accessToken = environment.accessTokens.issue(
                    for: found.session, at: found.session.renewedAt, random: random)
            else {
                throw .misconfigured(.signingFailed)
            }
            return RenewedSession(
                session: found.session, account: found.account, accessToken: accessToken,
                expiresIn: environment.accessTokens.expiresIn,
                refreshToken: tokens.refreshToken(found.session.id, counter: found.session.counter))
        }
    }
}

/// The transaction of a renewal.
private struct RenewalStep: Sendable {
    let claim: SessionTokens.RefreshClaim
    let client: String
    let clients: ClientDirectory
    let reading: SessionReading
    let limits: SessionLimits
    let auditID: AuditEntryID
    let arrivedAt: Date
    /// Read together with the row, because a use counts from then on. Requests that arrived before and still wait are
    /// overtaken.
    let clock: @Sendable () -> Date
    let events: EventOutbox

    enum Result: Sendable {
        case renewed(SignedInSession)
        case refused(ErrorCode, SignInIncident?)
        /// Nothing was changed.
        case overtaken
    }

    /// If the compare-and-swap fails, reads the row again and decides anew.
    func apply(in records: any AccountTransaction) throws(StorageFailure) -> Result {
        for _ in 0..<3 {
            let now = clock().inWholeMilliseconds
            switch try reading.find(claim.session, in: records, at: now) {
            case .failure(let refusal): return .refused(refusal, nil)
            case .success(let found):
                if let result = try apply(to: found, at: now, in: records) { return result }
            }
        }
        throw .conflict
    }

    private func apply(
        to found: SignedInSession, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) -> Result? {
        var session = found.session
        guard clients.find(session.clientID) != nil else { return .refused(.clientUnknown, nil) }
        guard client == session.clientID else {
            try end(session, because: .refreshTokenWrongClient, at: now, in: records)
            return .refused(.refreshTokenWrongClient, .refreshTokenFromAnotherClient(session: session.id))
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
        let isDone = try records.renewSession(
            session.id, fromCounter: session.counter, used: session.usedCounter, first: session.firstCounter, at: now,
            expiresAt: session.expiresAt)
        guard isDone else { return nil }
        // Every database guarantees that the row now has exactly these values, so it is not read again.
        session.counter += 1
        return .renewed(SignedInSession(session: session, account: found.account))
    }

    private func end(
        _ session: Session, because refusal: ErrorCode, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard try records.endSession(session.id, at: now) else { return }
        try records.recordAudit(AuditEntry(id: auditID, .sessionEnded, of: session, reason: refusal.name, at: now))
        try events.add(.sessionsEnded, of: session.accountID, reason: refusal.name, in: records)
    }
}

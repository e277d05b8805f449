import AccountStorage
import Crypto
import Foundation
import JSONWebTokens

/// Exchanges an authorization code for tokens (OpenID Connect Core section 3.1.3).
package struct CodeRedemption: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Exchanges the code of a request, and begins a session for the client.
    ///
    /// Refuses what ``ClientCredentials`` refuses, and with `oauth_parameter_missing`, `authorization_code_invalid`,
    /// `authorization_code_used`, `code_verifier_wrong`, `code_verifier_unexpected` and `session_ended`. A refusal
    /// leaves the code as it is. A second use of the code by the right client ends the session that the first one began
    /// (RFC 6749 section 4.1.2).
    package func redeem(
        _ parameters: OAuthParameters, by credentials: ClientCredentials
    ) async throws(SignInError) -> TokenResponse {
        let provider = try environment.provider
        let client = try credentials.authenticate(among: provider.clients)
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        guard let text = parameters["code"] else { throw .refused(.oauthParameterMissing) }
        guard let secret = OneUseSecret(text: text) else { throw .refused(.authorizationCodeInvalid) }
        let step = CodeRedemptionStep(
            code: secret.codeID, client: client, redirectURI: parameters["redirect_uri"],
            verifier: parameters["code_verifier"], environment: environment)
        switch try await environment.write({ records in try step.apply(in: records) }) {
        case .began(let found, let granted, let nonce):
            return try ClientTokens(client: client, environment: environment).reply(
                to: found, granted, accessScope: client.allowed(of: granted.scopes), nonce: nonce, isNew: true)
        case .reused(let session):
            environment.report(.authorizationCodeReused(session: session))
            throw .refused(.authorizationCodeUsed)
        }
    }
}

/// The transaction of an exchange.
private struct CodeRedemptionStep: Sendable {
    let code: ClientAuthorizationCodeID
    let client: OpenIDClient
    let redirectURI: String?
    let verifier: String?
    private let session: SessionID
    private let auditID: AuditEntryID
    private let oldestAuditIDs: [AuditEntryID]
    private let reading: SessionReading
    private let limits: SessionLimits
    private let longest: Duration
    private let now: Date

    enum Result: Sendable {
        case began(SignedInSession, ClientSession, nonce: String?)
        /// The code was used before by this session, which is over now.
        case reused(SessionID)
    }

    init(
        code: ClientAuthorizationCodeID, client: OpenIDClient, redirectURI: String?, verifier: String?,
        environment: SignInEnvironment
    ) {
        (self.code, self.client, self.redirectURI, self.verifier) = (code, client, redirectURI, verifier)
        session = .timeOrdered(environment)
        auditID = .timeOrdered(environment)
        oldestAuditIDs = (0..<2).map { _ in .timeOrdered(environment) }
        reading = SessionReading(environment)
        limits = SessionLimits(environment)
        longest = environment.policy.absoluteLifetime
        now = environment.instant
    }

    func apply(in records: any AccountTransaction) throws -> Result {
        guard let code = try records.findAuthorizationCode(code), code.client == client.id,
            // A code challenge already binds the code to its request, so the address may be left out (OAuth 2.1).
            redirectURI.map({ $0.utf8.elementsEqual(code.redirectURI.utf8) }) ?? (code.codeChallenge != nil)
        else { throw SignInError.refused(.authorizationCodeInvalid) }
        try checkVerifier(code.codeChallenge)
        if let used = code.sessionID { return try end(used, in: records) }
        guard now < code.expiresAt else { throw SignInError.refused(.authorizationCodeInvalid) }
        guard case .success(let parent) = try reading.find(code.parentID, in: records, at: now) else {
            throw SignInError.refused(.sessionEnded)
        }
        try checkConsent(to: code, in: records)
        // Another request was faster. The transaction is repeated, and finds the code used.
        guard try records.useAuthorizationCode(code.id, by: session, at: now) else { throw StorageFailure.conflict }
        let begun = begin(code, under: parent.session)
        try records.recordSession(begun.session)
        try records.recordClientSession(begun.granted)
        try records.recordAudit(
            AuditEntry(id: auditID, .clientSignedIn, of: begun.session, reason: nil, at: now))
        try endOldest(under: parent.session.id, in: records)
        let found = SignedInSession(session: begun.session, account: parent.account)
        return .began(found, begun.granted, nonce: code.nonce)
    }

    /// Ends what the client began before its newest sessions under this browser's session: one, or two if two codes were
    /// exchanged at the same time.
    ///
    /// Otherwise a client that asks at every page would collect sessions, and all their notices would be due at once when
    /// the person signs out.
    private func endOldest(under parent: SessionID, in records: any AccountTransaction) throws(StorageFailure) {
        let old = try records.findClientSessions(
            under: parent, of: client.id, besidesNewest: OpenIDProvider.sessionsOfOneClient,
            limit: oldestAuditIDs.count)
        for (id, auditID) in zip(old, oldestAuditIDs) {
            // Most were ended by an earlier exchange, and are only still listed.
            guard let session = try records.findSession(id), session.endedAt == nil,
                try records.endSession(id, at: now)
            else { continue }
            try records.recordAudit(
                AuditEntry(id: auditID, .sessionEnded, of: session, reason: "newer_sessions", at: now))
        }
    }

    /// A verifier without a challenge means that somebody removed the challenge (RFC 9700 section 4.8.2).
    private func checkVerifier(_ challenge: String?) throws(SignInError) {
        guard let challenge else {
            guard verifier == nil else { throw .refused(.codeVerifierUnexpected) }
            return
        }
        guard let verifier, (43...128).contains(verifier.utf8.count),
            let expected = try? Base64URL.decode(challenge), SHA256.hash(data: Data(verifier.utf8)) == expected
        else { throw .refused(.codeVerifierWrong) }
    }

    /// The person may have withdrawn their consent since the code was issued.
    private func checkConsent(to code: ClientAuthorizationCode, in records: any AccountTransaction) throws {
        guard client.consent == .once else { return }
        let agreed = OpenIDScopes(try records.findClientConsent(of: code.accountID, for: code.client)?.scope ?? "")
        guard agreed.isSuperset(of: OpenIDScopes(code.scope)) else {
            throw SignInError.refused(.authorizationCodeInvalid)
        }
    }

    private func begin(
        _ code: ClientAuthorizationCode, under parent: Session
    ) -> (session: Session, granted: ClientSession) {
        let expiresAt = limits.expiry(createdAt: now, usedAt: now)
        var session = Session(
            id: session, accountID: code.accountID, clientID: client.id, platform: .openID, createdAt: now,
            authenticatedAt: parent.authenticatedAt, counter: 0, renewedAt: now, expiresAt: expiresAt, endedAt: nil)
        // What ends the browser's session at Apple also ends the client's.
        (session.identityID, session.appleClientID) = (parent.identityID, parent.appleClientID)
        // The operator may have taken `offline_access` away since the code was issued.
        let scopes = client.allowed(of: OpenIDScopes(code.scope))
        // Two days beyond the session's end are enough for every attempt to tell the client.
        let granted = ClientSession(
            id: session.id, parentID: parent.id, accountID: code.accountID, client: client.id, scope: code.scope,
            claims: code.claims, isDetached: scopes.contains(.offlineAccess),
            expiresAt: now.addingTimeInterval(longest.timeInterval + 2 * 86_400))
        return (session, granted)
    }

    private func end(_ used: SessionID, in records: any AccountTransaction) throws(StorageFailure) -> Result {
        if let session = try records.findSession(used), try records.endSession(used, at: now) {
            try records.recordAudit(
                AuditEntry(
                    id: auditID, .sessionEnded, of: session, reason: ErrorCode.authorizationCodeUsed.name, at: now))
        }
        return .reused(used)
    }
}

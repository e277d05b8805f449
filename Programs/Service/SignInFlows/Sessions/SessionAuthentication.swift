package import AccountStorage
import Foundation

/// Authenticates requests. It reads the session's row every time, so that an ended session is refused at once.
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
        do throws(ErrorCode) {
            proof = try environment.accessTokens.verify(accessToken, at: environment.instant)
        } catch {
            throw .refused(error)
        }
        let found = try await find(proof.session, slides: false)
        // A client's audience may be the same as ours. Its tokens must not reach the account all the same.
        guard found.account.id == proof.account, found.session.platform != .openID else {
            throw .refused(.accessTokenInvalid)
        }
        return found
    }

    /// Authenticates a session cookie, and extends the session's idle limit, by default at most once an hour.
    ///
    /// Refuses with `session_cookie_invalid`, `session_ended`, `session_expired` or `account_disabled`.
    package func authenticate(sessionCookie: String) async throws(SignInError) -> SignedInSession {
        guard let session = SessionTokens(secrets: environment.secrets).readCookie(sessionCookie) else {
            throw .refused(.sessionCookieInvalid)
        }
        return try await find(session, slides: true)
    }

    /// The session that a bearer token of this service names, live or not, however old the token is; nil for anything
    /// else. It authenticates nobody: it tells whether a caller is the one who had a session that is over.
    package func sessionNamed(by accessToken: String) -> SessionID? {
        environment.accessTokens.sessionNamed(by: accessToken)
    }

    /// The session that a cookie of this service names, live or not; nil for anything else.
    package func sessionNamed(bySessionCookie cookie: String) -> SessionID? {
        SessionTokens(secrets: environment.secrets).readCookie(cookie)
    }

    private func find(_ id: SessionID, slides: Bool) async throws(SignInError) -> SignedInSession {
        let now = environment.instant
        let reading = SessionReading(environment)
        // Most requests change nothing, and a read does not wait for a writer.
        let judged = try await environment.read { records in try reading.judge(id, in: records, at: now) }
        switch judged {
        case .success(let found) where !slides || !reading.isToSlide(found.session, at: now): return found
        case .success, .failure(.sessionExpired): break
        case .failure(let refusal): throw .refused(refusal)
        }
        let result = try await environment.write { records -> Result<SignedInSession, SignInError> in
            switch try reading.find(id, in: records, at: now) {
            case .failure(let refusal):
                // Returned, not thrown: `find` may have ended an expired session, which must be stored.
                return .failure(.refused(refusal))
            case .success(let found):
                let session = slides ? try reading.slide(found.session, in: records, at: now) : found.session
                return .success(SignedInSession(session: session, account: found.account))
            }
        }
        return try result.get()
    }
}

import AccountStorage
import Foundation
import JSONWebTokens

/// A token of a client's session, and the session's row if it is live.
struct ReadClientToken: Sendable {
    /// The client's session.
    let granted: ClientSession
    /// The session and its account; nil if the session is over.
    let live: SignedInSession?
    /// The scopes of the token itself.
    let scope: OpenIDScopes
    /// Whether the token is still of use by itself: not expired, and for a refresh token not replaced.
    let isCurrent: Bool
    /// The audience of an access token; nil for a refresh token.
    let audience: String?
    /// When an access token was issued and expires; nil for a refresh token.
    let times: (issuedAt: Int, expiresAt: Int)?
}

/// Reads access and refresh tokens of clients' sessions.
struct ClientTokenReading: Sendable {
    let environment: SignInEnvironment

    /// The token, whichever it is; nil if it is not one that the provider issued to a client.
    func find(_ token: String) async throws(SignInError) -> ReadClientToken? {
        if let found = try await findAccessToken(token) { return found }
        let tokens = SessionTokens(secrets: environment.secrets)
        guard let claim = tokens.readRefreshToken(token, of: .client) else { return nil }
        guard let (granted, live) = try await find(claim.session) else { return nil }
        let isCurrent = live.map {
            claim.counter >= $0.session.firstCounter && claim.counter <= $0.session.counter
                || claim.counter == $0.session.usedCounter
        }
        return ReadClientToken(
            granted: granted, live: live, scope: granted.scopes, isCurrent: isCurrent ?? false, audience: nil,
            times: nil)
    }

    /// An access token that the provider issued to a client, expired or not; nil for any other text.
    func findAccessToken(_ token: String) async throws(SignInError) -> ReadClientToken? {
        guard let claims = try? environment.accessTokens.readSigned(token), let audience = claims.text("aud"),
            let session = claims.text("sid").flatMap({ SessionID(text: $0) }), let scope = claims.text("scope"),
            let issuedAt = claims.double("iat"), let expiresAt = claims.double("exp")
        else { return nil }
        guard let (granted, live) = try await find(session), claims.text("client_id", is: granted.client) else {
            return nil
        }
        let proof = try? environment.accessTokens.prove(claims, at: environment.instant)
        return ReadClientToken(
            granted: granted, live: live, scope: OpenIDScopes(scope),
            isCurrent: proof?.account == granted.accountID, audience: audience,
            times: (Int(issuedAt), Int(expiresAt)))
    }

    private func find(_ id: SessionID) async throws(SignInError) -> (ClientSession, SignedInSession?)? {
        let (reading, now) = (SessionReading(environment), environment.instant)
        return try await environment.read { records in
            guard let granted = try records.findClientSession(id) else { return nil }
            guard case .success(let live) = try reading.judge(id, in: records, at: now) else { return (granted, nil) }
            return (granted, live)
        }
    }
}

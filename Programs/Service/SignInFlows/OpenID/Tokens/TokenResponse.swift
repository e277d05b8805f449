import AccountStorage
import Crypto
import Foundation
import JSONWebTokens

/// The reply of the token endpoint (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
package struct TokenResponse: Sendable, CustomStringConvertible, CustomReflectable {
    /// The reply as JSON.
    package let json: [UInt8]
    /// Whether a session began with it.
    package let isNewSession: Bool

    /// Prints no token.
    package var description: String { "TokenResponse(redacted)" }

    /// Shows no token to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Makes the tokens of a client's session.
struct ClientTokens: Sendable {
    let client: OpenIDClient
    let environment: SignInEnvironment

    /// Random bytes for one reply, drawn before a transaction.
    static func random(_ environment: SignInEnvironment) -> [UInt8] {
        environment.randomBytes(AccessTokens.identifierLength)
    }

    /// - Parameters:
    ///   - accessScope: the scopes of the access token, which may be fewer than those granted.
    ///   - nonce: that of the authorization request, for the first ID token only (OpenID Connect Core section 12.2).
    func reply(
        to found: SignedInSession, _ granted: ClientSession, accessScope: OpenIDScopes, nonce: String?, isNew: Bool
    ) throws(SignInError) -> TokenResponse {
        let scope = client.allowed(of: granted.scopes)
        let now = isNew ? found.session.createdAt : found.session.renewedAt
        guard let accessToken = accessToken(found.session, scope: accessScope, at: now) else {
            throw .misconfigured(.signingFailed)
        }
        var members: [(name: String, value: JSONValue)] = [
            ("access_token", .string(accessToken)), ("token_type", "Bearer"),
            ("expires_in", .number(JSONNumber(environment.accessTokens.expiresIn))),
            ("scope", .string(accessScope.text)),
        ]
        if client.mayRenew(granted) {
            let tokens = SessionTokens(secrets: environment.secrets)
            members.append(
                (
                    "refresh_token",
                    .string(tokens.refreshToken(found.session.id, counter: found.session.counter, for: .client))
                ))
        }
        let idTokens = try environment.provider.idTokens
        var claims = idTokenClaims(found, by: idTokens, at: now, accessToken: accessToken, nonce: nonce)
        claims += UserClaims.forIDToken(found.account, scope: scope, RequestedClaims(stored: granted.claims), client)
        guard let idToken = idTokens.sign(claims, with: client.idTokenAlgorithm) else {
            throw .misconfigured(.signingFailed)
        }
        members.append(("id_token", .string(idToken)))
        return TokenResponse(json: JSONObject.json(of: members), isNewSession: isNew)
    }

    /// An access token (RFC 9068) whose audience is not that of the app's own tokens.
    private func accessToken(_ session: Session, scope: OpenIDScopes, at now: Date) -> String? {
        let issuedAt = Int(now.timeIntervalSince1970)
        return environment.accessTokens.sign([
            ("iss", .string(environment.accessTokens.issuer)), ("aud", .string(environment.audience(of: client))),
            ("sub", .string(session.accountID.text)), ("sid", .string(session.id.text)),
            ("client_id", .string(client.id)), ("scope", .string(scope.text)),
            ("auth_time", .number(JSONNumber(Int(session.authenticatedAt.timeIntervalSince1970)))),
            ("jti", .string(Base64URL.encode(Self.random(environment)))), ("iat", .number(JSONNumber(issuedAt))),
            ("exp", .number(JSONNumber(issuedAt + environment.accessTokens.expiresIn))),
        ])
    }

    /// The claims besides those about the person. There is no `nbf`, since clients' clocks differ.
    private func idTokenClaims(
        _ found: SignedInSession, by tokens: IDTokens, at now: Date, accessToken: String, nonce: String?
    ) -> [(name: String, value: JSONValue)] {
        let issuedAt = Int(now.timeIntervalSince1970)
        let lifetime = tokens.lifetime(with: client.idTokenAlgorithm).components.seconds
        let hash = SHA256.hash(data: Data(accessToken.utf8))
        var claims: [(name: String, value: JSONValue)] = [
            ("iss", .string(environment.accessTokens.issuer)), ("sub", .string(found.account.id.text)),
            ("aud", .string(client.id)), ("exp", .number(JSONNumber(issuedAt + Int(lifetime)))),
            ("iat", .number(JSONNumber(issuedAt))),
            ("auth_time", .number(JSONNumber(Int(found.session.authenticatedAt.timeIntervalSince1970)))),
        ]
        if let nonce { claims.append(("nonce", .string(nonce))) }
        claims.append(("at_hash", .string(Base64URL.encode(Array(hash.prefix(16))))))
        claims.append(("sid", .string(found.session.id.text)))
        return claims
    }
}

extension SignInEnvironment {
    /// The audience of a client's access tokens: its own, or our userinfo endpoint.
    func audience(of client: OpenIDClient) -> String {
        client.audience ?? publicURL.origin + "/oauth/userinfo"
    }
}

extension ClientSession {
    /// The scopes as they were granted. What a client gets today is ``OpenIDClient/allowed(of:)`` of them.
    var scopes: OpenIDScopes { OpenIDScopes(scope) }
}

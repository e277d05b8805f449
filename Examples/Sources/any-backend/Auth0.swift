import Foundation
import SignInKit

/// Auth0 (https://auth0.com/docs/authenticate/identity-providers/social-identity-providers/apple-native), without its SDK.
///
/// Auth0 gets Apple's code only, and Apple accepts a code once. If Auth0's answer was lost, the repeated sign-in is refused,
/// and the person taps once more. An app cannot delete an account there, so a server of your own does it.
struct Auth0: SignInBackend {
    private let tokens: BackendConnection
    private let renewals: BackendConnection
    private let server: BackendConnection
    private let client: String
    private let audience: String

    /// - Parameters:
    ///   - tenant: the tenant's address, such as `https://example.eu.auth0.com`.
    ///   - client: the client ID of the native application.
    ///   - audience: the identifier of your API, for which the access token is made.
    ///   - server: your own server, which deletes accounts through Auth0's Management API.
    init(_ tenant: URL, client: String, audience: String, server: URL) throws(SignInFailure) {
        tokens = try BackendConnection(tenant)
        // At a sign-in, the same code means that Apple's code was refused.
        renewals = try BackendConnection(tenant, sessionEndedCodes: ["invalid_grant"])
        self.server = try BackendConnection(server)
        self.client = client
        self.audience = audience
    }

    /// Auth0 refuses an answer of Apple's with a nonce.
    func openAttempt(at now: Date) async throws -> SignInAttempt { .withoutNonce(at: now) }

    func signIn(_ apple: PendingSignIn) async throws -> BackendSession {
        var grant = [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token_type": "http://auth0.com/oauth/token-type/apple-authz-code",
            "subject_token": apple.code.exposed, "client_id": client, "audience": audience,
            "scope": "openid profile email offline_access",
        ]
        if let name = apple.name {
            let profile = ["name": ["firstName": name.given ?? "", "lastName": name.family ?? ""]]
            grant["user_profile"] = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
        }
        let reply: Reply = try await tokens.send("POST", "oauth/token", grant)
        return try reply.session()
    }

    func renew(_ session: BackendSession) async throws -> BackendSession {
        let reply: Reply = try await renewals.send(
            "POST", "oauth/token",
            ["grant_type": "refresh_token", "client_id": client, "refresh_token": session.refreshToken?.exposed])
        return try reply.session()
    }

    func end(_ session: BackendSession, because reason: SignedOutReason) async throws {
        try await tokens.send(
            "POST", "oauth/revoke", ["client_id": client, "token": session.refreshToken?.exposed])
    }

    func deleteAccount(_ session: BackendSession, confirmedBy apple: PendingSignIn?) async throws -> AppleRevocation {
        let reply: Deletion = try await server.send("DELETE", "account", accessToken: session.accessToken)
        return reply.byHand.map { AppleRevocation.byHand(address: $0) } ?? .queued
    }

    private struct Deletion: Decodable {
        /// Where the person ends Apple's permission, if the server had no token of Apple's to revoke.
        let byHand: String?

        enum CodingKeys: String, CodingKey {
            case byHand = "by_hand"
        }
    }

    private struct Reply: Decodable {
        let accessToken: Secret
        let expiresIn: Int
        /// Nil at a renewal without rotation.
        let refreshToken: Secret?
        let idToken: Secret

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
            case refreshToken = "refresh_token"
            case idToken = "id_token"
        }

        func session() throws -> BackendSession {
            let claims = try Claims(of: idToken)
            return BackendSession(
                accessToken: accessToken, expiresIn: expiresIn, refreshToken: refreshToken,
                account: SignInAccount(
                    id: claims.sub, name: PersonName(typedGiven: claims.given, typedFamily: claims.family),
                    email: claims.email))
        }
    }

    /// The claims of an ID token. It comes from Auth0 itself over TLS, which stands for its signature (OpenID Connect Core
    /// 1.0, section 3.1.3.7).
    private struct Claims: Decodable {
        let sub: String
        let email: String?
        let given: String?
        let family: String?

        enum CodingKeys: String, CodingKey {
            case sub, email
            case given = "given_name"
            case family = "family_name"
        }

        init(of token: Secret) throws {
            let parts = token.exposed.split(separator: ".")
            guard parts.count == 3 else { throw SignInFailure.unreachable(retryAfter: nil) }
            let text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            self = try JSONDecoder().decode(Self.self, from: Data(base64Encoded: text + padding) ?? Data())
        }
    }
}

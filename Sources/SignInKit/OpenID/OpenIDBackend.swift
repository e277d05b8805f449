public import Foundation
import SignInAPI

/// The sign-in service as an OpenID Provider, for an app that has not the capability *Sign in with Apple*, and for people
/// who use another Apple Account than the device's. The person signs in in the system's browser.
///
/// The app is a public client of the service (`openid.clients`). The kit stores, renews and ends its sessions as always.
public struct OpenIDBackend: AccountBackend {
    private let issuer: String
    private let client: String
    /// Where the browser returns to, such as `com.example.notes:/callback`.
    let redirect: URL
    private let connection: BackendConnection

    /// Creates a backend.
    ///
    /// - Parameters:
    ///   - issuer: the service's public address.
    ///   - client: the app's `client_id`.
    ///   - redirect: one of the client's `redirect_uris`, with a scheme of the app's own.
    ///   - transport: makes the requests.
    ///   - plainOrigins: further origins that may be called without TLS, for development.
    /// - Throws: ``SignInFailure/addressRefused`` for an address without TLS.
    public init(
        issuer: URL, client: String, redirect: URL, transport: any ServiceTransport = URLSessionTransport(),
        allowsPlainHTTPTo plainOrigins: Set<String> = []
    ) throws(SignInFailure) {
        let address = issuer.absoluteString
        self.issuer = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.client = client
        self.redirect = redirect
        connection = try BackendConnection(
            issuer, transport: transport, allowsPlainHTTPTo: plainOrigins,
            sessionEndedCodes: ["invalid_grant", "invalid_token"])
    }

    /// Begins a sign-in. The device's random attempt has what it needs: 256 bits each for the state and the verifier.
    func authorization(_ attempt: SignInAttempt) throws(SignInFailure) -> WebAuthorization {
        var parts = URLComponents(string: issuer + "/oauth/authorize")
        let values = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect.absoluteString),
            ("scope", "openid profile email offline_access"), ("state", attempt.state),
            ("code_challenge", WebAuthorization.challenge(attempt.nonce.exposed)), ("code_challenge_method", "S256"),
        ]
        parts?.queryItems = values.map { URLQueryItem(name: $0.0, value: $0.1) }
        guard let address = parts?.url else { throw .addressRefused }
        return WebAuthorization(address: address, issuer: issuer, state: attempt.state, verifier: attempt.nonce)
    }

    /// Exchanges the browser's answer for a session. The tokens come from the service itself, over TLS, so the ID token needs
    /// no check (OpenID Connect Core 1.0, section 3.1.3.7, number 6).
    func session(
        for callback: URL, of authorization: WebAuthorization
    ) async throws(SignInFailure) -> BackendSession {
        let code = try authorization.code(in: callback)
        let tokens: Tokens
        do throws(SignInFailure) {
            tokens = try await connection.post(
                "oauth/token",
                form: [
                    ("grant_type", "authorization_code"), ("code", code.exposed), ("client_id", client),
                    ("redirect_uri", redirect.absoluteString), ("code_verifier", authorization.verifier.exposed),
                ])
        } catch {
            // There is no session yet: the code is over.
            throw error == .sessionEnded ? SignInFailure.attemptExpired : error
        }
        return tokens.session(of: try await account(tokens.accessToken))
    }

    private func account(_ accessToken: Secret) async throws(SignInFailure) -> SignInAccount {
        let person: Person = try await connection.send("GET", "oauth/userinfo", accessToken: accessToken)
        return person.account
    }

    /// Refuses Apple's answer: the app has none.
    public func signIn(_ signIn: PendingSignIn) async throws -> BackendSession { throw SignInFailure.notSupported }

    /// Renews the session with its refresh token.
    public func renew(_ session: BackendSession) async throws -> BackendSession {
        guard let token = session.refreshToken else { return session }
        let tokens: Tokens = try await connection.post(
            "oauth/token",
            form: [("grant_type", "refresh_token"), ("refresh_token", token.exposed), ("client_id", client)])
        return tokens.session(of: session.account)
    }

    /// Revokes the session's token, which ends the session (RFC 7009).
    public func end(_ session: BackendSession, because reason: SignedOutReason) async throws {
        let token = session.refreshToken ?? session.accessToken
        try await connection.submit("oauth/revoke", form: [("token", token.exposed), ("client_id", client)])
    }

    /// Reads the account.
    public func readAccount(_ session: BackendSession) async throws -> SignInAccount {
        try await account(session.accessToken)
    }

    /// Not possible for a client: the person does it on the service's account page.
    public func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        throw SignInFailure.notSupported
    }

    /// Not possible for a client: lead the person to the service's account page (`/web/account`).
    public func deleteAccount(
        _ session: BackendSession, confirmedBy confirmation: PendingSignIn?
    ) async throws -> AppleRevocation { throw SignInFailure.notSupported }
}

extension OpenIDBackend {
    private struct Tokens: Decodable {
        let accessToken: Secret
        let expiresIn: Int
        let refreshToken: Secret?

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
            case refreshToken = "refresh_token"
        }

        func session(of account: SignInAccount) -> BackendSession {
            BackendSession(
                accessToken: accessToken, expiresIn: expiresIn, refreshToken: refreshToken, account: account)
        }
    }

    /// The claims of OpenID Connect Core 1.0, section 5.1, and the service's own.
    private struct Person: Decodable {
        let sub: String
        let givenName: String?
        let familyName: String?
        let email: String?
        let isEmailVerified: Bool?
        let isPrivateEmail: Bool?

        enum CodingKeys: String, CodingKey {
            case sub, email
            case givenName = "given_name"
            case familyName = "family_name"
            case isEmailVerified = "email_verified"
            case isPrivateEmail = "is_private_email"
        }

        var account: SignInAccount {
            SignInAccount(
                id: sub, name: PersonName(typedGiven: givenName, typedFamily: familyName), email: email,
                isEmailVerified: isEmailVerified ?? false, isPrivateEmail: isPrivateEmail ?? false,
                createdAt: Date(timeIntervalSince1970: 0))
        }
    }
}

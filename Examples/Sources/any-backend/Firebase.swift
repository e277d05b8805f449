import Foundation
import SignInKit

/// Firebase Authentication over its REST API (https://firebase.google.com/docs/reference/rest/auth), without its SDK.
///
/// Firebase accepts each identity token once. If its answer was lost, the repeated sign-in is refused, and the person
/// taps once more.
struct Firebase: SignInBackend {
    private let identityToolkit: BackendConnection
    private let secureToken: BackendConnection
    private let key: String

    /// - Parameter key: the web API key of the project.
    init(
        key: String, identityToolkit: String = "https://identitytoolkit.googleapis.com",
        secureToken: String = "https://securetoken.googleapis.com"
    ) throws(SignInFailure) {
        guard let first = URL(string: identityToolkit), let second = URL(string: secureToken) else {
            throw .addressRefused
        }
        self.key = key
        self.identityToolkit = try BackendConnection(first, refusalCode: Refusal.code)
        self.secureToken = try BackendConnection(
            second, sessionEndedCodes: Self.ended, refusalCode: Refusal.code)
    }

    func signIn(_ apple: PendingSignIn) async throws -> BackendSession { try await signIn(apple, as: nil) }

    /// With the ID token of a session, Apple's identity is added to its user.
    private func signIn(_ apple: PendingSignIn, as session: BackendSession?) async throws -> BackendSession {
        var form = URLComponents()
        form.queryItems = [
            URLQueryItem(name: "providerId", value: "apple.com"),
            URLQueryItem(name: "id_token", value: apple.identityToken.exposed),
            URLQueryItem(name: "nonce", value: apple.nonce.exposed),
        ]
        if let name = apple.name {
            let user = ["name": ["firstName": name.given ?? "", "lastName": name.family ?? ""]]
            let text = String(decoding: try JSONEncoder().encode(user), as: UTF8.self)
            form.queryItems?.append(URLQueryItem(name: "user", value: text))
        }
        let body = (form.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
        let reply: TokenReply = try await identityToolkit.send(
            "POST", "v1/accounts:signInWithIdp?key=" + key,
            SignInCall(
                postBody: body, requestUri: "http://localhost", idToken: session?.accessToken, returnSecureToken: true))
        let name = PersonName(typedGiven: reply.displayName, typedFamily: nil)
        return BackendSession(
            accessToken: reply.idToken, expiresIn: Int(reply.expiresIn), refreshToken: reply.refreshToken,
            account: SignInAccount(id: reply.localId, name: name ?? apple.name, email: reply.email))
    }

    func renew(_ session: BackendSession) async throws -> BackendSession {
        let reply: RenewalReply = try await secureToken.send(
            "POST", "v1/token?key=" + key,
            ["grant_type": "refresh_token", "refresh_token": session.refreshToken?.exposed])
        return BackendSession(
            accessToken: reply.idToken, expiresIn: Int(reply.expiresIn), refreshToken: reply.refreshToken,
            account: session.account)
    }

    func deleteAccount(_ session: BackendSession, confirmedBy apple: PendingSignIn?) async throws -> AppleRevocation {
        if let apple {
            try await identityToolkit.send(
                "POST", "v2/accounts:revokeToken?key=" + key,
                [
                    "providerId": "apple.com", "tokenType": "CODE", "token": apple.code.exposed,
                    "idToken": session.accessToken.exposed,
                ])
        }
        try await identityToolkit.send("POST", "v1/accounts:delete?key=" + key, ["idToken": session.accessToken])
        return .queued
    }

    private static let ended: Set = [
        "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_ID_TOKEN", "INVALID_REFRESH_TOKEN",
    ]

    /// `{"error": {"message": "TOKEN_EXPIRED"}}`; a colon and an explanation may follow.
    private struct Refusal: Decodable {
        let error: Detail

        struct Detail: Decodable {
            let message: String
        }

        static let code: @Sendable (Data) -> String? = { body in
            let message = (try? JSONDecoder().decode(Refusal.self, from: body))?.error.message
            return message.map { String($0.prefix { $0 != " " && $0 != ":" }) }
        }
    }

    private struct SignInCall: Encodable {
        let postBody: String
        let requestUri: String
        let idToken: Secret?
        let returnSecureToken: Bool
    }

    private struct TokenReply: Decodable {
        let localId: String
        let idToken: Secret
        let refreshToken: Secret
        /// Seconds, as a text.
        let expiresIn: String
        let email: String?
        let displayName: String?
    }

    private struct RenewalReply: Decodable {
        let idToken: Secret
        let refreshToken: Secret
        let expiresIn: String

        enum CodingKeys: String, CodingKey {
            case idToken = "id_token"
            case refreshToken = "refresh_token"
            case expiresIn = "expires_in"
        }
    }
}

/// Adds Apple's identity to the user of a session, such as an anonymous one. Firebase has no tickets, and asks nobody.
extension Firebase: LinkingBackend {
    func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt {
        guard case .session = target else { throw SignInFailure.notSupported }
        return .random(at: now)
    }

    func link(_ apple: PendingSignIn, to session: BackendSession) async throws -> SignInReply {
        .session(try await signIn(apple, as: session))
    }

    func identities(_ session: BackendSession) async throws -> [SignInIdentity] {
        let providers = try await user(session).providerUserInfo ?? []
        return providers.map {
            SignInIdentity(
                id: $0.providerId, issuer: $0.providerId == "apple.com" ? SignInIdentity.apple : $0.providerId,
                canUnlink: providers.count > 1)
        }
    }

    /// Firebase would remove the last login, too, and nobody could sign in any longer.
    func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws {
        guard try await identities(session).count > 1 else {
            throw SignInFailure.refused(code: "last_way_in", requestID: "")
        }
        try await identityToolkit.send(
            "POST", "v1/accounts:update?key=" + key, Change(idToken: session.accessToken, deleteProvider: [identity]))
    }

    func readAccount(_ session: BackendSession) async throws -> SignInAccount { try await user(session).account }

    func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        let shown = [name.given, name.family].compactMap { $0 }.joined(separator: " ")
        try await identityToolkit.send(
            "POST", "v1/accounts:update?key=" + key, Change(idToken: session.accessToken, displayName: shown))
        return try await readAccount(session)
    }

    /// A session of somebody who has not signed in. Hand it to the kit (`adopt`), and link later.
    func signInAnonymously() async throws -> BackendSession {
        let reply: TokenReply = try await identityToolkit.send(
            "POST", "v1/accounts:signUp?key=" + key, ["returnSecureToken": true])
        return BackendSession(
            accessToken: reply.idToken, expiresIn: Int(reply.expiresIn), refreshToken: reply.refreshToken,
            account: SignInAccount(id: reply.localId))
    }

    private func user(_ session: BackendSession) async throws -> User {
        let found: Lookup = try await identityToolkit.send(
            "POST", "v1/accounts:lookup?key=" + key, ["idToken": session.accessToken])
        guard let user = found.users.first else { throw SignInFailure.sessionEnded }
        return user
    }

    private struct Lookup: Decodable {
        let users: [User]
    }

    private struct User: Decodable {
        let localId: String
        let displayName: String?
        let email: String?
        let providerUserInfo: [Provider]?

        struct Provider: Decodable {
            let providerId: String
        }

        var account: SignInAccount {
            SignInAccount(id: localId, name: PersonName(typedGiven: displayName, typedFamily: nil), email: email)
        }
    }

    private struct Change: Encodable {
        let idToken: Secret
        var displayName: String?
        var deleteProvider: [String]?
    }
}

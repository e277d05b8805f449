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

    func signIn(_ apple: PendingSignIn) async throws -> BackendSession {
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
        let reply: SignInReply = try await identityToolkit.send(
            "POST", "v1/accounts:signInWithIdp?key=" + key,
            SignInCall(postBody: body, requestUri: "http://localhost", returnSecureToken: true))
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
        let returnSecureToken: Bool
    }

    private struct SignInReply: Decodable {
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

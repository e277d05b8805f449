import Foundation
import SignInKit

/// Supabase Auth (https://supabase.com/docs/guides/auth/social-login/auth-apple). People cannot delete their own account
/// there, so an Edge Function of the project does it.
struct Supabase: SignInBackend {
    private let project: BackendConnection

    /// - Parameters:
    ///   - address: the project's address, such as `https://abcdefgh.supabase.co`.
    ///   - key: the publishable key.
    init(_ address: URL, key: String) throws(SignInFailure) {
        project = try BackendConnection(
            address, fields: ["apikey": key, "X-Supabase-Api-Version": "2024-01-01"], sessionEndedCodes: Self.ended
        ) { (try? JSONDecoder().decode(Refusal.self, from: $0)).flatMap { $0.code ?? $0.error } }
    }

    func signIn(_ apple: PendingSignIn) async throws -> BackendSession {
        let grant = ["provider": "apple", "id_token": apple.identityToken.exposed, "nonce": apple.nonce.exposed]
        let session: Session = try await project.send("POST", "auth/v1/token?grant_type=id_token", grant)
        guard let name = apple.name else { return session.ofBackend }
        // If this fails, the kit keeps the name and repeats the sign-in.
        let data = ["given_name": name.given, "family_name": name.family]
        let user: Session.User = try await project.send(
            "PUT", "auth/v1/user", ["data": data], accessToken: session.accessToken)
        return Session(session, user).ofBackend
    }

    func renew(_ session: BackendSession) async throws -> BackendSession {
        let renewed: Session = try await project.send(
            "POST", "auth/v1/token?grant_type=refresh_token", ["refresh_token": session.refreshToken])
        return renewed.ofBackend
    }

    func end(_ session: BackendSession, because reason: SignedOutReason) async throws {
        try await project.send("POST", "auth/v1/logout?scope=local", accessToken: session.accessToken)
    }

    func deleteAccount(_ session: BackendSession, confirmedBy apple: PendingSignIn?) async throws -> AppleRevocation {
        try await project.send(
            "POST", "functions/v1/delete-account", ["code": apple?.code], accessToken: session.accessToken)
        return .queued
    }

    /// https://supabase.com/docs/guides/auth/debugging/error-codes
    private static let ended: Set = [
        "session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used",
        "user_not_found", "user_banned",
    ]

    private struct Refusal: Decodable {
        let code: String?
        let error: String?
    }

    private struct Session: Decodable {
        let accessToken: Secret
        let expiresIn: Int
        let refreshToken: Secret
        let user: User

        struct User: Decodable {
            let id: String
            let email: String?
            let data: Data
            let identities: [Identity]?

            struct Identity: Decodable {
                let id: String
                let provider: String

                enum CodingKeys: String, CodingKey {
                    case provider
                    case id = "identity_id"
                }
            }

            struct Data: Decodable {
                let given: String?
                let family: String?

                enum CodingKeys: String, CodingKey {
                    case given = "given_name"
                    case family = "family_name"
                }
            }

            enum CodingKeys: String, CodingKey {
                case id, email, identities
                case data = "user_metadata"
            }

            var account: SignInAccount {
                SignInAccount(
                    id: id, name: PersonName(typedGiven: data.given, typedFamily: data.family), email: email)
            }
        }

        enum CodingKeys: String, CodingKey {
            case user
            case accessToken = "access_token"
            case expiresIn = "expires_in"
            case refreshToken = "refresh_token"
        }

        init(_ session: Session, _ user: User) {
            accessToken = session.accessToken
            expiresIn = session.expiresIn
            refreshToken = session.refreshToken
            self.user = user
        }

        var ofBackend: BackendSession {
            BackendSession(
                accessToken: accessToken, expiresIn: expiresIn, refreshToken: refreshToken, account: user.account)
        }
    }
}

/// Adds Apple's identity to the user of a session, such as an anonymous one, if the project enables manual linking
/// (https://supabase.com/docs/guides/auth/auth-identity-linking). Supabase has no tickets, and asks nobody.
extension Supabase: LinkingBackend {
    func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt {
        guard case .session = target else { throw SignInFailure.notSupported }
        return .random(at: now)
    }

    func link(_ apple: PendingSignIn, to session: BackendSession) async throws -> SignInReply {
        let grant = Link(idToken: apple.identityToken, nonce: apple.nonce)
        let linked: Session = try await project.send(
            "POST", "auth/v1/token?grant_type=id_token", grant, accessToken: session.accessToken)
        return .session(linked.ofBackend)
    }

    func identities(_ session: BackendSession) async throws -> [SignInIdentity] {
        let user: Session.User = try await project.send("GET", "auth/v1/user", accessToken: session.accessToken)
        let identities = user.identities ?? []
        return identities.map {
            SignInIdentity(
                id: $0.id, issuer: $0.provider == "apple" ? SignInIdentity.apple : $0.provider,
                canUnlink: identities.count > 1)
        }
    }

    func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws {
        try await project.send("DELETE", "auth/v1/user/identities/" + identity, accessToken: session.accessToken)
    }

    func readAccount(_ session: BackendSession) async throws -> SignInAccount {
        let user: Session.User = try await project.send("GET", "auth/v1/user", accessToken: session.accessToken)
        return user.account
    }

    func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        let data = ["given_name": name.given, "family_name": name.family]
        let user: Session.User = try await project.send(
            "PUT", "auth/v1/user", ["data": data], accessToken: session.accessToken)
        return user.account
    }

    /// A session of somebody who has not signed in. Hand it to the kit (`adopt`), and link later.
    func signInAnonymously() async throws -> BackendSession {
        let session: Session = try await project.send("POST", "auth/v1/signup", ["data": [String: String]()])
        return session.ofBackend
    }

    private struct Link: Encodable {
        let provider = "apple"
        let idToken, nonce: Secret
        let linksIdentity = true

        enum CodingKeys: String, CodingKey {
            case provider, nonce
            case idToken = "id_token"
            case linksIdentity = "link_identity"
        }
    }
}

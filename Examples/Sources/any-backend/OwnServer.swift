import SignInKit

/// A server of one's own, which verifies Apple's identity token and has sessions and accounts.
struct OwnServer: SignInBackend {
    let server: BackendConnection

    struct Message: Encodable {
        let identityToken, nonce, code: Secret
        let name: PersonName?
    }

    struct Reply: Decodable {
        let session: Secret
        let id: String
        let name: PersonName?
        let email: String?
    }

    func signIn(_ apple: PendingSignIn) async throws -> BackendSession {
        let message = Message(
            identityToken: apple.identityToken, nonce: apple.nonce, code: apple.code, name: apple.name)
        let reply: Reply = try await server.send("POST", "sign-in", message)
        let account = SignInAccount(id: reply.id, name: reply.name, email: reply.email)
        return BackendSession(accessToken: reply.session, account: account)
    }

    func deleteAccount(_ session: BackendSession, confirmedBy apple: PendingSignIn?) async throws -> AppleRevocation {
        try await server.send("DELETE", "account", ["code": apple?.code], accessToken: session.accessToken)
        return .queued
    }
}

import SignInKit

/// The password login that the app had before Sign in with Apple.
struct Backend: PasswordLogin {
    let logIn: @Sendable (String, String) async -> StoredSession?

    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        guard let session = await logIn(credential.user, credential.password.exposed) else {
            throw .refused(code: "password_wrong", requestID: "")
        }
        return session
    }
}

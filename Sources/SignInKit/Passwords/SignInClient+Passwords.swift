/// The password of an account. Each function throws ``SignInFailure/notSupported`` if the backend is no
/// ``PasswordBackend``.
extension SignInClient {
    /// Returns what is known about the password of the account.
    ///
    /// - Throws: like ``readAccount()``.
    public func password() async throws(SignInFailure) -> PasswordFacts {
        let backend = try passwordBackend()
        return try await withSession { try await backend.password($0) }
    }

    /// Replaces the password of the account. Without the current one, the sign-in must be recent: if it is not, the person
    /// confirms Apple's sheet first.
    ///
    /// - Throws: like ``readAccount()``, or a refusal such as `password_wrong` or `password_too_short`.
    public func changePassword(to new: Secret, current: Secret? = nil) async throws(SignInFailure) {
        let backend = try passwordBackend()
        try await withFreshSession { try await backend.changePassword(to: new, current: current, $0) }
    }

    /// Sends mail with a code for a new password, if somebody has this name. Nobody has to be signed in.
    ///
    /// - Throws: a refusal, or a failure to reach the backend.
    public func requestPasswordReset(for name: String) async throws(SignInFailure) {
        let backend = try passwordBackend()
        do { try await backend.requestPasswordReset(for: name) } catch { throw SignInFailure(of: error) }
    }

    /// Sets a new password with the code of the mail. All sessions end, and nobody is signed in by it.
    ///
    /// - Throws: a refusal, or a failure to reach the backend.
    public func resetPassword(code: Secret, to new: Secret) async throws(SignInFailure) {
        let backend = try passwordBackend()
        do { try await backend.resetPassword(code: code, to: new) } catch { throw SignInFailure(of: error) }
    }

    private func passwordBackend() throws(SignInFailure) -> any PasswordBackend {
        guard let backend = backend as? any PasswordBackend else { throw .notSupported }
        return backend
    }
}

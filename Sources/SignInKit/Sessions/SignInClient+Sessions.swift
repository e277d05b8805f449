/// The devices and browsers on which the person is signed in. Each function throws ``SignInFailure/notSupported`` if the
/// backend is no ``SessionsBackend``.
extension SignInClient {
    /// Returns the sessions of the account, newest first.
    ///
    /// - Throws: like ``readAccount()``.
    public func sessions() async throws(SignInFailure) -> [AccountSession] {
        let backend = try sessionsBackend()
        return try await withSession { try await backend.sessions($0) }
    }

    /// Ends one session of the account. For the session of this app, call ``signOut()`` instead.
    ///
    /// - Throws: like ``readAccount()``.
    public func endSession(_ id: AccountSession.ID) async throws(SignInFailure) {
        let backend = try sessionsBackend()
        try await withSession { try await backend.endSession(id, $0) }
    }

    /// Ends every session of the account but this one, and returns how many.
    ///
    /// - Throws: like ``readAccount()``.
    @discardableResult
    public func endOtherSessions() async throws(SignInFailure) -> Int {
        let backend = try sessionsBackend()
        return try await withSession { try await backend.endOtherSessions($0) }
    }

    private func sessionsBackend() throws(SignInFailure) -> any SessionsBackend {
        guard let backend = backend as? any SessionsBackend else { throw .notSupported }
        return backend
    }
}

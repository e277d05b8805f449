public import SignInAPI

/// The account of the person who is signed in.
extension SignInClient {
    /// Reads the account again, for instance after the person changed it elsewhere.
    ///
    /// - Throws: like ``accessToken()``, or ``SignInFailure/notSupported``.
    @discardableResult
    public func readAccount() async throws(SignInFailure) -> SignInAccount {
        try await account { try await $0.readAccount($1) }
    }

    /// Changes the name of the account.
    ///
    /// - Throws: like ``readAccount()``.
    public func rename(_ name: PersonName) async throws(SignInFailure) {
        _ = try await account { try await $0.rename(name, $1) }
    }

    private func account(
        _ call: @escaping @Sendable (any AccountBackend, BackendSession) async throws -> SignInAccount
    ) async throws(SignInFailure) -> SignInAccount {
        let backend = try accountBackend()
        let account = try await withSession { try await call(backend, $0) }
        await keeper.use(account)
        await take(.accountRead(account))
        return account
    }

    /// Calls the backend with a session whose access token is valid.
    func withSession<Reply: Sendable>(
        _ call: @Sendable (BackendSession) async throws -> Reply
    ) async throws(SignInFailure) -> Reply {
        try await launchForToken()
        return try await usingSession(call)
    }

    /// The same after the launch. If the backend says that the session is over, nobody is signed in any longer.
    func usingSession<Reply: Sendable>(
        _ call: @Sendable (BackendSession) async throws -> Reply
    ) async throws(SignInFailure) -> Reply {
        let session = try await keeper.validSession()
        do {
            return try await call(session.ofBackend(at: clock.now()))
        } catch {
            let failure = SignInFailure(of: error)
            if failure == .sessionEnded { await keeper.drop(session) }
            throw failure
        }
    }

    /// Calls the backend with a session that began a moment ago. If it began earlier, the person confirms Apple's sheet,
    /// and the call is made once more. Who signed in with a password has to type it again.
    func withFreshSession<Reply: Sendable>(
        _ call: @Sendable (BackendSession) async throws -> Reply
    ) async throws(SignInFailure) -> Reply {
        do throws(SignInFailure) {
            return try await withSession(call)
        } catch {
            guard error.isRefusal(.freshSignInRequired), await confirm() else { throw error }
            return try await withSession(call)
        }
    }

    /// Shows Apple's sheet to the person who is signed in, and returns whether it has led to a new session.
    func confirm() async -> Bool {
        let before = await keeper.current?.attempt
        _ = await carryOut(.changeWanted(.confirmation, ButtonTap.current), .confirmation)
        return await keeper.current?.attempt != before
    }
}

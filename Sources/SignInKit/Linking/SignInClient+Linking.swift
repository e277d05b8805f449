import SignInAPI

/// The ways to sign in to the account of the person who is signed in.
extension SignInClient {
    /// Shows Apple's sheet, and adds the Apple Account of this device to the account. An Apple Account that has an account
    /// of its own leads to a question (``SignInState/asking(_:)``): whether to merge the two.
    ///
    /// If the last sign-in was too long ago, the person confirms Apple's sheet first.
    @discardableResult
    public func linkAppleAccount() async -> SignInStatus { await change(.link) }

    /// Shows Apple's sheet, and replaces the password of the account by Sign in with Apple.
    ///
    /// Who signed in with a password too long ago has to type it again (``signIn(with:)``): the failure is
    /// `fresh_sign_in_required`.
    @discardableResult
    public func upgradeToApple() async -> SignInStatus { await change(.upgrade) }

    /// Returns the ways to sign in to the account, oldest first. If no Apple Account is among them, the person counts as one
    /// who signed in with a password from then on.
    ///
    /// - Throws: like ``readAccount()``.
    public func identities() async throws(SignInFailure) -> [SignInIdentity] {
        let backend = try linkingBackend()
        try await launchForToken()
        let signedInAt = lifeCycle.status.state.person?.signedInAt
        let ways = try await usingSession { try await backend.identities($0) }
        if !ways.contains(where: \.isApple), let signedInAt { await take(.appleAccountsGone(signedInAt: signedInAt)) }
        return ways
    }

    /// Removes a way to sign in. If the last sign-in was too long ago, the person confirms Apple's sheet first. Then the
    /// others are read: if no Apple Account is among them, the person counts as one who signed in with a password.
    ///
    /// - Throws: like ``readAccount()``, or a refusal such as `last_way_in`.
    public func unlink(_ identity: SignInIdentity.ID) async throws(SignInFailure) {
        let backend = try linkingBackend()
        try await withFreshSession { try await backend.unlink(identity, $0) }
        // It was removed, whether they can be read or not.
        _ = try? await identities()
    }

    private func change(_ purpose: SheetPurpose) async -> SignInStatus {
        let tap = ButtonTap.current
        let status = await carryOut(.changeWanted(purpose, tap), purpose)
        guard status.failure?.isRefusal(.freshSignInRequired) == true, await confirm() else { return status }
        return await carryOut(.changeWanted(purpose, tap), purpose)
    }

    /// The backend, if its accounts have several ways to sign in.
    func linkingBackend() throws(SignInFailure) -> any LinkingBackend {
        guard let backend = backend as? any LinkingBackend else { throw .notSupported }
        return backend
    }
}

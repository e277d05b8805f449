import AccountStorage

/// Lets a browser in whose sign-in was held, once the account is open.
package struct HeldEntry: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Throws the held person again while the account waits. Refuses with `held_sign_in_over` if the sign-in was
    /// replaced by a newer one, has expired or was used, and with `account_disabled` if it was rejected.
    ///
    /// - Parameters:
    ///   - waiting: what the browser got when the sign-in was held.
    ///   - sessionCookie: the session cookie that the browser already has. Its session ends.
    package func enter(
        _ waiting: String, replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> AdmittedPerson {
        guard let waiting = OneUseSecret(text: waiting) else { throw .refused(.heldSignInOver) }
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        return try await HeldSession(environment: environment).begin(waiting, replacing: replaced)
    }
}

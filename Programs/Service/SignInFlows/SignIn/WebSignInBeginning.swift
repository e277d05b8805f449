import AccountStorage

/// The parameters of an attempt, with which a page can offer to begin the same sign-in again.
package struct WebSignInBeginning: Sendable, Hashable {
    /// The configured name of the client.
    package let client: String
    /// Where the browser should have gone afterwards; nil if that is unknown.
    package let returnTo: String?

    /// Finds the attempt of a `state`, whatever its result; nil if this service did not begin it.
    ///
    /// - Parameter browserProof: the value of the flow cookie for the `state`; nil if the cookie is missing.
    package static func find(
        state: String, browserProof: String?, in environment: SignInEnvironment
    ) async -> WebSignInBeginning? {
        guard let secret = AttemptSecret(text: state) else { return nil }
        let attempts = SignInAttempts(environment: environment)
        let stored = try? await environment.read { records in try records.findAttempt(secret.id) }
        guard let attempt = stored ?? attempts.signedAttempt(secret), attempt.kind == .web else { return nil }
        let proof = browserProof.flatMap { attempts.isProof($0, of: attempt, secret) ? BrowserProof(text: $0) : nil }
        return WebSignInBeginning(client: attempt.client, returnTo: proof?.returnTarget ?? attempt.returnTarget)
    }
}

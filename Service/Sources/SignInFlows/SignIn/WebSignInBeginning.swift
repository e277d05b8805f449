import AccountStorage

/// The parameters of an attempt, with which a page can offer to begin the same sign-in again.
package struct WebSignInBeginning: Sendable, Hashable {
    /// The configured name of the client.
    package let client: String
    /// Where the browser should have gone afterwards.
    package let returnTo: String?

    /// Finds the attempt of a `state`, whatever its result; nil if it is not stored.
    package static func find(state: String, in environment: SignInEnvironment) async -> WebSignInBeginning? {
        guard let id = WebSignIn.attemptID(ofState: state) else { return nil }
        let attempt = try? await environment.read { records in try records.findAttempt(id) }
        guard let attempt, attempt.kind == .web else { return nil }
        return WebSignInBeginning(client: attempt.client, returnTo: attempt.returnTarget)
    }
}

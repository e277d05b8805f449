import AccountStorage

/// What an attempt was begun with, so that a page can offer to begin the same again.
package struct WebSignInBeginning: Sendable, Hashable {
    /// The configured name of the client.
    package let client: String
    /// Where the browser was to go afterwards.
    package let returnTo: String?

    /// Finds the attempt that a state names, whatever became of it; nil when nothing is known of it any more.
    package static func find(state: String, in environment: SignInEnvironment) async -> WebSignInBeginning? {
        guard let id = WebSignIn.attemptID(ofState: state) else { return nil }
        let attempt = try? await environment.read { records in try records.findAttempt(id) }
        guard let attempt, attempt.kind == .web else { return nil }
        return WebSignInBeginning(client: attempt.client, returnTo: attempt.returnTarget)
    }
}

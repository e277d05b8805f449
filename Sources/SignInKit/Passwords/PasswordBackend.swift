/// A backend whose accounts may have passwords. The errors are those of ``SignInBackend``.
public protocol PasswordBackend: SignInBackend {
    /// Returns what is known about the account's password.
    func password(_ session: BackendSession) async throws -> PasswordFacts
    /// Replaces the account's password. The current one may be left out right after a sign-in.
    func changePassword(to new: Secret, current: Secret?, _ session: BackendSession) async throws
    /// Sends mail with a code, if somebody has this name. Nothing tells whether somebody does.
    func requestPasswordReset(for name: String) async throws
    /// Sets a new password with the code of the mail. Nobody is signed in by it.
    func resetPassword(code: Secret, to new: Secret) async throws
}

/// A backend that lists the devices and browsers on which a person is signed in. The errors are those of
/// ``SignInBackend``.
public protocol SessionsBackend: SignInBackend {
    /// Returns the sessions of the account, newest first.
    func sessions(_ session: BackendSession) async throws -> [AccountSession]
    /// Ends one session of the account.
    func endSession(_ id: AccountSession.ID, _ session: BackendSession) async throws
    /// Ends every session of the account but this one, and returns how many.
    func endOtherSessions(_ session: BackendSession) async throws -> Int
}

/// The device and its Apple Account: all that the kit wants of Apple's frameworks.
public protocol AppleDevice: Sendable {
    /// Shows Apple's sheet and waits for its end. Ends with ``SheetFailure/canceled`` when the asking task is cancelled.
    func present(_ request: SheetRequest) async -> SheetResult
    /// What the device says about a person's permission. Throws when it says nothing.
    func credentialState(of appleUser: String) async throws -> CredentialState
    /// Something for each signal that a credential was revoked.
    func revocations() async -> AsyncStream<Void>
}

/// The app's own login with a user name and a password, for passwords that a person chose from their keychain.
///
/// The sign-in service has one where it is switched on (`POST /v1/password/sign-in`), and so may an app's own backend. The
/// app gives here what calls it; without it, passwords are not asked for.
public protocol PasswordLogin: Sendable {
    /// A session for the right password.
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession
}

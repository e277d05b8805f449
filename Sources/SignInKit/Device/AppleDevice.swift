/// The device and its Apple Account: the part of Apple's frameworks that the kit uses.
public protocol AppleDevice: Sendable {
    /// Shows Apple's sheet and waits for its end. Returns ``SheetFailure/canceled`` if the calling task is cancelled.
    func present(_ request: SheetRequest) async -> SheetResult
    /// Returns the credential state of a person. Throws if the device does not answer.
    func credentialState(of appleUser: String) async throws -> CredentialState
    /// Signals each revocation of a credential.
    func revocations() async -> AsyncStream<Void>
}

/// The app's own login with a user name and a password, for passwords that a person chose from their keychain.
///
/// The sign-in service has one if it is enabled (`POST /v1/password/sign-in`), and an app's own backend may have one.
/// The app provides the function that calls it. Without it, the sheet does not offer passwords.
public protocol PasswordLogin: Sendable {
    /// Returns a session for the right password.
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession
}

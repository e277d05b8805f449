/// The device and its Apple Account: the part of Apple's frameworks that the kit uses.
public protocol AppleDevice: Sendable {
    /// Whether ``SheetPurpose/search`` shows nothing unless there is a credential on this device
    /// (`preferImmediatelyAvailableCredentials`: iOS 16, macOS 13, visionOS 1).
    var canSearchQuietly: Bool { get }
    /// Shows Apple's sheet and waits for its end. Returns ``SheetFailure/canceled`` if the calling task is cancelled.
    func present(_ request: SheetRequest) async -> SheetResult
    /// Returns the credential state of a person. Throws if the device does not answer.
    func credentialState(of appleUser: String) async throws -> CredentialState
    /// Signals each revocation of a credential.
    func revocations() async -> AsyncStream<Void>
}

extension AppleDevice {
    /// False, so that a device that does not say so shows nothing unasked.
    public var canSearchQuietly: Bool { false }
}

/// The app's own login with a user name and a password, for passwords that a person chose from their keychain.
///
/// The sign-in service has one, which ``SignInConfiguration/signsInWithPasswords`` switches on. For the login of another
/// backend, provide the function that calls it.
public protocol PasswordLogin: Sendable {
    /// Returns a session for the right password.
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession
}

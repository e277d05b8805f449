/// The device and its Apple Account: the part of Apple's frameworks that the kit uses.
public protocol AppleDevice: Sendable {
    /// Whether ``SheetPurpose/search`` shows nothing unless there is a credential on this device
    /// (`preferImmediatelyAvailableCredentials`: iOS 16, macOS 13, visionOS 1).
    var canSearchQuietly: Bool { get }
    /// Whether a cancelled task closes its sheet. If not, the kit leaves a sheet alone that may still be answered.
    var canCloseSheet: Bool { get }
    /// Shows Apple's sheet and waits for its end. If the calling task is cancelled, closes the sheet and returns how it
    /// ended: ``SheetFailure/canceled``, or the answer that came nevertheless. A sheet that cannot be closed may end much
    /// later. The kit does not wait for it, but keeps the name that it brings.
    func present(_ request: SheetRequest) async -> SheetResult
    /// Returns the credential state of a person. Throws if the device does not answer.
    func credentialState(of appleUser: String) async throws -> CredentialState
    /// Signals each revocation of a credential.
    func revocations() async -> AsyncStream<Void>
}

extension AppleDevice {
    /// False, so that a device that does not say so shows nothing unasked.
    public var canSearchQuietly: Bool { false }

    /// True, as ``present(_:)`` demands it.
    public var canCloseSheet: Bool { true }
}

/// The app's own login with a user name and a password, for passwords that a person chose from their keychain.
///
/// The sign-in service has one, which ``SignInConfiguration/signsInWithPasswords`` switches on. For the login of another
/// backend, provide the function that calls it.
public protocol PasswordLogin: Sendable {
    /// Returns a session for the right password.
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession
}

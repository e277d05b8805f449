/// A phone or a computer. As with iCloud, at most one person is signed in to it.
struct Device: Sendable, Equatable {
    /// The passcode of every device. The page shows it as a hint.
    static let passcode = "000000"

    let name: String
    var account: String?
    var confirmation = ConfirmationMethod.faceID
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, with Apple's names.
enum CredentialState: String, Sendable {
    case authorized, revoked, transferred
    case notFound = "not_found"
}

/// `ASAuthorizationAppleIDProvider.credentialRevokedNotification`, with details for tests.
struct DeviceSignal: Sendable {
    let number: Int
    let at: Int
    let person: String
    let consent: Consent.Key
}

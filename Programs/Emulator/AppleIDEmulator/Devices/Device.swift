/// A phone or a computer. As with iCloud, at most one person is signed in to it.
struct Device: Sendable, Equatable {
    /// The passcode of every device. The page shows it as a hint.
    static let passcode = "000000"
    /// The login password of every Mac. The page shows it as a hint.
    static let loginPassword = "mac-login"
    /// The device whose owner answers Safari's sheet.
    static let mac = "mac"

    let name: String
    var account: String?
    var confirmation: ConfirmationMethod

    /// A device that confirms as most of its kind do: a Mac with Touch ID, any other with Face ID.
    init(name: String, account: String? = nil) {
        self.name = name
        self.account = account
        confirmation = name == Self.mac ? .touchID : .faceID
    }

    /// Only Macs have a login password, and only they can be confirmed with an Apple Watch.
    var isMac: Bool { name == Self.mac || confirmation == .appleWatch || confirmation == .loginPassword }
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, with Apple's names.
enum CredentialState: String, Sendable, Codable {
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

/// A phone or a computer: one person is signed in to it at most, as in iCloud.
struct Device: Sendable, Equatable {
    let name: String
    var account: String?
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, by Apple's own names.
enum CredentialState: String, Sendable {
    case authorized, revoked, transferred
    case notFound = "not_found"
}

/// `ASAuthorizationAppleIDProvider.credentialRevokedNotification`, with what a test wants to know about it.
struct DeviceSignal: Sendable {
    let number: Int
    let at: Int
    let person: String
    let consent: Consent.Key
}

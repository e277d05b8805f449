/// The state of a person's permission for the app, according to the device
/// (`ASAuthorizationAppleIDProvider.CredentialState`).
public enum CredentialState: String, Sendable, CaseIterable {
    /// The permission exists.
    case authorized
    /// The person withdrew the permission.
    case revoked
    /// There is no permission for this person.
    case notFound
    /// The permission exists under another identifier, because the app moved to another team.
    case transferred
}

/// The device's answer to a request for the credential state.
enum CredentialAnswer: Sendable, Equatable {
    /// The device answered with a state.
    case state(CredentialState)
    /// The device answered with an error, or with a state that this code does not know. That says nothing about the
    /// person.
    case unknown
}

/// Decides when the service must confirm what the device reports about a permission.
///
/// A device alone is not enough: simulators always report "revoked" (since iOS 18), and app reviewers use simulators.
/// Single devices were observed to report it right after a sign-in, or always
/// (https://github.com/invertase/react-native-apple-authentication/issues/356).
public struct RevocationTrust: Sendable, Equatable {
    /// Whether this is a simulator. It is never believed alone.
    public var isSimulator: Bool
    /// Seconds after a sign-in during which the service is asked about a revocation. By default, it always is.
    ///
    /// If the service cannot be asked, the device is believed, but not within ten minutes of a sign-in. With zero, it is
    /// believed at once.
    public var freshSeconds: Double

    /// Creates a policy.
    public init(isSimulator: Bool, freshSeconds: Double = .infinity) {
        self.isSimulator = isSimulator
        self.freshSeconds = freshSeconds
    }

    /// The policy for the current environment.
    public static var standard: RevocationTrust {
        #if targetEnvironment(simulator)
            RevocationTrust(isSimulator: true)
        #else
            RevocationTrust(isSimulator: false)
        #endif
    }

    /// Seconds after a sign-in during which a device is not believed alone.
    private static let unsettledSeconds: Double = 600

    /// Whether the service is asked about a revocation.
    func asksService(secondsSinceSignIn: Double) -> Bool { isSimulator || secondsSinceSignIn < freshSeconds }

    /// Whether the device alone is believed. If the clock was set back since the sign-in, it is.
    func believesDevice(secondsSinceSignIn: Double) -> Bool {
        let isUnsettled = secondsSinceSignIn >= 0 && secondsSinceSignIn < min(freshSeconds, Self.unsettledSeconds)
        return !isSimulator && !isUnsettled
    }
}

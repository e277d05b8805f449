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

/// Decides when a revocation reported by the device must be confirmed by the service.
///
/// Simulators always report "revoked" (since iOS 18), and app reviewers use simulators. Single devices were observed to
/// report it right after a sign-in.
public struct RevocationTrust: Sendable, Equatable {
    /// Whether this is a simulator.
    public var isSimulator: Bool
    /// Seconds after a sign-in during which the service must confirm a revocation.
    public var freshSeconds: Double

    /// Creates a policy.
    public init(isSimulator: Bool, freshSeconds: Double = 600) {
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

    func asksService(secondsSinceSignIn: Double) -> Bool {
        isSimulator || (0..<freshSeconds).contains(secondsSinceSignIn)
    }
}

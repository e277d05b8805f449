/// What the device says about a person's permission for the app (`ASAuthorizationAppleIDProvider.CredentialState`).
public enum CredentialState: String, Sendable, CaseIterable {
    /// It stands.
    case authorized
    /// The person withdrew it.
    case revoked
    /// There is none for this person.
    case notFound
    /// It stands, under another identifier: the app moved to another team.
    case transferred
}

/// The device's answer when it is asked for a credential state.
public enum CredentialAnswer: Sendable, Equatable {
    /// An answer.
    case state(CredentialState)
    /// None: an error, or a state that this code does not know. That says nothing about the person.
    case unknown
}

/// When a device is not believed that a permission is gone unless the service says so, too.
///
/// Simulators say "revoked" whatever is true (since iOS 18), reviewers use simulators, and single devices were seen to
/// say it right after a sign-in.
public struct RevocationTrust: Sendable, Equatable {
    /// Whether this is a simulator.
    public var isSimulator: Bool
    /// Seconds after a sign-in during which the service is asked.
    public var freshSeconds: Double

    /// A policy.
    public init(isSimulator: Bool, freshSeconds: Double = 600) {
        self.isSimulator = isSimulator
        self.freshSeconds = freshSeconds
    }

    /// The policy for where the code runs.
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

/// The long-lived token that proves an authorization still stands; it dies when the person withdraws it.
public struct RefreshToken: RedactedSecret, Hashable {
    /// The secret itself, for the one call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

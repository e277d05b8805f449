/// The long-lived token that proves that an authorization still exists. It becomes invalid when the person withdraws
/// it.
public struct RefreshToken: RedactedSecret, Hashable {
    /// The secret itself, for the call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

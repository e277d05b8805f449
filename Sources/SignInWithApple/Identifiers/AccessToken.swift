/// The short-lived token of a token reply; Apple lets it revoke and migrate, nothing else.
public struct AccessToken: RedactedSecret, Hashable {
    /// The secret itself, for the one call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

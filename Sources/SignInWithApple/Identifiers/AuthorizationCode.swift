/// The one-time code that Apple hands out at a sign-in; valid for five minutes, spent by one exchange.
public struct AuthorizationCode: RedactedSecret, Hashable {
    /// The secret itself, for the one call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

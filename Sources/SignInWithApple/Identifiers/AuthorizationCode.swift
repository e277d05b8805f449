/// The one-time code that Apple returns at a sign-in. It is valid for five minutes and for one exchange.
public struct AuthorizationCode: RedactedSecret, Hashable {
    /// The secret itself, for the call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

/// The signed token with which a client authenticates to Apple's token and revocation endpoints.
public struct ClientSecret: RedactedSecret, Hashable {
    /// The secret itself, for the call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

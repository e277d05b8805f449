/// The short-lived token of a token reply. At Apple it serves only for revocation and team transfer.
public struct AccessToken: RedactedSecret, Hashable {
    /// The secret itself, for the call that needs it.
    public let secretValue: String

    /// Wraps a value, so that it cannot be printed by accident.
    public init(secretValue: String) {
        self.secretValue = secretValue
    }
}

/// What the `nonce` claim has to be: a required argument of every verification, so that leaving it out is a decision.
public enum ExpectedNonce: Sendable {
    /// The claim equals this value (web: the nonce was sent to Apple as it is).
    case raw(String)
    /// The claim equals the lowercase hexadecimal SHA-256 of this value (native apps hash before they ask Apple).
    case sha256(of: String)
    /// Nothing is compared, for the stated reason. `nonce_supported` never leads here; only the caller does.
    case notUsed(because: String)
}

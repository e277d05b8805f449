/// The expected `nonce` claim. Every verification requires this argument, so that omitting the nonce is a visible
/// decision.
public enum ExpectedNonce: Sendable {
    /// The claim equals this value (web: the nonce was sent to Apple as it is).
    case raw(String)
    /// The claim equals the lowercase hexadecimal SHA-256 of this value (native apps hash the nonce before they pass it
    /// to Apple).
    case sha256(of: String)
    /// The nonce is not compared, for the stated reason. Only the caller can choose this, never the claim
    /// `nonce_supported`.
    case notUsed(because: String)
}

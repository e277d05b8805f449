import JSONWebTokens

/// The input of the checks of one token. What an early check finds (key, claims, audience) is used by later ones.
struct TokenEvidence {
    let token: CompactJWS
    let trust: TokenTrust
    let nonce: ExpectedNonce
    let companion: TokenCompanion
    /// The maximum number of seconds since the person proved themselves to Apple, or `nil` without a limit.
    var maximumAge: Double?
    /// Seconds since 1970.
    let now: Double

    /// The key that the header names.
    var key: VerificationKey?
    /// `nil` until the signature is verified.
    var claims: JSONObject?
    /// The configured client id that `aud` names.
    var clientID: ClientID?
}

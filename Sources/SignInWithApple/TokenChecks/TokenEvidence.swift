import JSONWebTokens

/// All that the checks of one token may look at. What an early check finds (key, claims, audience) later ones use.
struct TokenEvidence {
    let token: CompactJWS
    let trust: TokenTrust
    let nonce: ExpectedNonce
    let companion: TokenCompanion
    /// Seconds since the person proved themselves to Apple, at most; `nil` where that does not matter.
    var maximumAge: Double?
    /// Seconds since 1970.
    let now: Double

    /// The one key that may have signed.
    var key: VerificationKey?
    /// `nil` until the signature holds.
    var claims: JSONObject?
    /// The client id that `aud` names.
    var clientID: ClientID?
}

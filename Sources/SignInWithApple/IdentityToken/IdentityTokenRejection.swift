/// Why an identity token is refused. The raw value is a stable code; no case carries text of the token.
///
/// The order is that of the checks: nothing in the claims is looked at before the signature holds.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum IdentityTokenRejection: String, Error, CaseIterable, Sendable {
    /// Longer than 64 KiB; nothing was decoded.
    case tokenTooLarge = "token_too_large"
    /// Not three non-empty segments of strict base64url.
    case tokenMalformed = "token_malformed"
    /// The header is not one strict JSON object of at most 4 KiB and 32 members with `alg` as text (and `kid`, `typ` as text if
    /// there).
    case headerMalformed = "header_malformed"
    /// `alg` is not RS256, the algorithm Apple signs with.
    case algorithmNotAllowed = "algorithm_not_allowed"
    /// The header asks for something we do not do: `crit`, `b64`, `zip` or `cty`.
    case extensionNotUnderstood = "extension_not_understood"
    /// `typ` names another kind of token.
    case typeMismatch = "type_mismatch"
    /// No published key has the token's `kid`; or there is no `kid` and more than one key it could mean.
    case unknownKey = "unknown_key"
    /// The signature is not that of the key over the octets received.
    case signatureInvalid = "signature_invalid"
    /// The payload is not one strict JSON object.
    case claimsMalformed = "claims_malformed"
    /// Signed by Apple, but a notification (`events`).
    case notAnIdentityToken = "not_an_identity_token"
    /// `iss` is not the configured issuer, octet by octet.
    case issuerMismatch = "issuer_mismatch"
    /// `aud` is not exactly one of the configured client ids.
    case audienceMismatch = "audience_mismatch"
    /// `azp` is there and is not the audience.
    case authorizedPartyMismatch = "authorized_party_mismatch"
    /// `exp` is absent or not a number.
    case expiryMissing = "expiry_missing"
    /// `exp` is not later than now.
    case expired
    /// `iat` is absent or not a number.
    case issuedAtMissing = "issued_at_missing"
    /// `iat` is more than 60 seconds ahead of our clock.
    case issuedInFuture = "issued_in_future"
    /// `exp` is not after `iat`, or further from it than `TokenPolicy` allows: seven days.
    case lifetimeOutOfRange = "lifetime_out_of_range"
    /// `nbf` is there and is not a number, or lies ahead.
    case notYetValid = "not_yet_valid"
    /// `sub` is absent, or not 1 to 255 visible ASCII characters.
    case subjectInvalid = "subject_invalid"
    /// A nonce is expected and the token has none, whatever `nonce_supported` says.
    case nonceMissing = "nonce_missing"
    /// `nonce` is not the expected one.
    case nonceMismatch = "nonce_mismatch"
    /// A code came beside the token, and the token has no `c_hash`.
    case codeHashMissing = "code_hash_missing"
    /// `c_hash` is not that of the code beside the token.
    case codeHashMismatch = "code_hash_mismatch"
    /// `at_hash` is not that of the access token beside the token.
    case accessTokenHashMismatch = "access_token_hash_mismatch"

    /// The stable code.
    public var code: String { rawValue }
}

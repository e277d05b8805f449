/// Why a notification is refused. The raw value is a stable code, the same as for identity tokens where the cause is.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum NotificationRejection: String, Error, CaseIterable, Sendable {
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
    /// Signed by Apple, but without `events`: an identity token, for instance.
    case notANotification = "not_a_notification"
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
    /// `jti` is absent, or not 1 to 255 visible ASCII characters.
    case idInvalid = "id_invalid"
    /// `events` is not one event with `type`, `sub` and `event_time`.
    case eventMalformed = "event_malformed"

    /// The stable code.
    public var code: String { rawValue }
}

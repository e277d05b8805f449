/// The reason why an identity token or a notification is refused. The list may grow: end a `switch` with `default`.
///
/// The order is that of the checks: the claims are not read before the signature is verified.
public struct TokenRejection: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String
    /// The audience of the token, if the audience is the reason for the refusal (`audience_mismatch`). Apple's
    /// signature covers it. An app's id is public and identifies no person.
    public private(set) var verifiedAudience: String?

    /// The token is longer than 64 KiB. Nothing was decoded.
    public static let tokenTooLarge = Self("token_too_large", "Nothing to fix: no token from Apple is that long.")
    /// The token does not have three non-empty segments of strict base64url.
    public static let tokenMalformed = Self(
        "token_malformed",
        "Pass the token unchanged: no quotes, line breaks, padding or URL encoding.")
    /// The header is not one strict JSON object of at most 4 KiB and 32 members with `alg` as text (and `kid` and `typ`
    /// as text if present).
    public static let headerMalformed = Self("header_malformed", "Refuse; the token was not issued by Apple.")
    /// `alg` is not RS256, the algorithm of Apple's signatures.
    public static let algorithmNotAllowed = Self(
        "algorithm_not_allowed",
        "Check that an identity token was sent, not a client secret or a token of your own.")
    /// The header asks for an extension that is not supported: `crit`, `b64`, `zip` or `cty`.
    public static let extensionNotUnderstood = Self("extension_not_understood", "Refuse; Apple uses no extensions.")
    /// `typ` names another kind of token.
    public static let typeMismatch = Self("type_mismatch", "Check which token the client sends.")
    /// No published key has the token's `kid`, or there is no `kid` and more than one key that it could mean.
    public static let unknownKey = Self(
        "unknown_key",
        "Check that issuer and endpoints belong together (Apple or one emulator); otherwise refuse.")
    /// The key did not make the signature over the octets received.
    public static let signatureInvalid = Self(
        "signature_invalid",
        "Refuse; the token was altered, or not issued by Apple.")
    /// The payload is not one strict JSON object.
    public static let claimsMalformed = Self("claims_malformed", "Refuse; the token was not issued by Apple.")
    /// The token is signed by Apple, but a notification (`events`).
    public static let notAnIdentityToken = Self(
        "not_an_identity_token",
        "Post notifications to the notification endpoint.")
    /// The token is signed by Apple, but without `events`: for instance an identity token.
    public static let notANotification = Self("not_a_notification", "Post identity tokens to the sign-in endpoint.")
    /// `iss` is not exactly the configured issuer, octet by octet.
    public static let issuerMismatch = Self(
        "issuer_mismatch",
        "Check `issuer` in the configuration; never take it from a token or a discovery document.")
    /// `aud` is not exactly one of the configured client ids.
    public static let audienceMismatch = Self(
        "audience_mismatch",
        "Add the app's bundle ID or Services ID to the configured clients, if it is yours.")
    /// `azp` is present, but not the audience.
    public static let authorizedPartyMismatch = Self(
        "authorized_party_mismatch",
        "Refuse; the token was issued on behalf of another app.")
    /// `exp` is missing or not a number.
    public static let expiryMissing = Self("expiry_missing", "Refuse; the token was not issued by Apple.")
    /// `exp` plus the verifier's leeway is not later than now.
    public static let expired = Self("expired", "Sign in again. If this happens to everyone, check the server's clock.")
    /// `iat` is missing or not a number.
    public static let issuedAtMissing = Self("issued_at_missing", "Refuse; the token was not issued by Apple.")
    /// `iat` is more than 60 seconds ahead of our clock.
    public static let issuedInFuture = Self(
        "issued_in_future",
        "Check the server's clock: it is more than a minute slow.")
    /// `exp` is not after `iat`, or further from it than `TokenPolicy` allows: seven days by default.
    public static let lifetimeOutOfRange = Self(
        "lifetime_out_of_range",
        "Refuse; Apple issues tokens for 24 hours. If that changed, raise `TokenPolicy.maximumLifetime`.")
    /// `nbf` is present, but in the future or not a number.
    public static let notYetValid = Self("not_yet_valid", "Check the server's clock.")
    /// `sub` is missing, or not 1 to 255 visible ASCII characters.
    public static let subjectInvalid = Self("subject_invalid", "Refuse; the token was not issued by Apple.")
    /// A nonce is expected, but the token has none, whatever `nonce_supported` says.
    public static let nonceMissing = Self("nonce_missing", "Set the nonce in the authorization request of the app.")
    /// `nonce` is not the expected one.
    public static let nonceMismatch = Self(
        "nonce_mismatch",
        "Start a new sign-in. Native apps pass the SHA-256 of the nonce to Apple, as 64 lower-case hexadecimal digits; web "
            + "pages pass the nonce itself.")
    /// A code came with the token, but the token has no `c_hash`.
    public static let codeHashMissing = Self(
        "code_hash_missing",
        "Send the code that came with this token, or none with a token from the token endpoint.")
    /// `c_hash` is not the hash of the code that came with the token.
    public static let codeHashMismatch = Self("code_hash_mismatch", "Send the code that came with this token.")
    /// `at_hash` is not the hash of the access token that came with the token.
    public static let accessTokenHashMismatch = Self(
        "access_token_hash_mismatch",
        "Send the access token that came with this token.")

    /// A maximum age is required, but `auth_time` is missing or not a number.
    public static let authenticationTimeMissing = Self(
        "authentication_time_missing",
        "Do not require a maximum age here: the token does not say when the person authenticated.")
    /// A maximum age is required, but `auth_time` is more than 60 seconds ahead of our clock.
    public static let authenticatedInFuture = Self(
        "authenticated_in_future",
        "Check the server's clock: it is more than a minute slow.")
    /// `auth_time` is longer ago than the required maximum age.
    public static let authenticationTooOld = Self(
        "authentication_too_old",
        "Have the person sign in again, with a new request to Apple.")

    /// The notification's `jti` is missing, or not 1 to 255 visible ASCII characters.
    public static let idInvalid = Self("id_invalid", "Refuse; the notification was not issued by Apple.")
    /// `events` is not one event with `type`, `sub` and `event_time`.
    public static let eventMalformed = Self(
        "event_malformed",
        "Keep the payload and report it: Apple may have changed the format of its events.")

    /// All codes, in the order of the checks.
    public static let allCases: [Self] = [
        .tokenTooLarge, .tokenMalformed, .headerMalformed, .algorithmNotAllowed, .extensionNotUnderstood, .typeMismatch,
        .unknownKey, .signatureInvalid, .claimsMalformed, .notAnIdentityToken, .notANotification, .issuerMismatch,
        .audienceMismatch, .authorizedPartyMismatch, .expiryMissing, .expired, .issuedAtMissing, .issuedInFuture,
        .lifetimeOutOfRange, .notYetValid, .subjectInvalid, .nonceMissing, .nonceMismatch, .codeHashMissing,
        .codeHashMismatch, .accessTokenHashMismatch, .authenticationTimeMissing, .authenticatedInFuture,
        .authenticationTooOld, .idInvalid, .eventMalformed,
    ]

    /// The codes for identity tokens.
    @_spi(SignInPrograms) public static let ofIdentityTokens = allCases.filter {
        ![.notANotification, .idInvalid, .eventMalformed].contains($0)
    }

    /// The codes for notifications.
    @_spi(SignInPrograms) public static let ofNotifications = allCases.filter {
        ![
            .notAnIdentityToken, .subjectInvalid, .nonceMissing, .nonceMismatch, .codeHashMissing, .codeHashMismatch,
            .accessTokenHashMismatch, .authenticationTimeMissing, .authenticatedInFuture, .authenticationTooOld,
        ].contains($0)
    }

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }

    /// The same rejection with the token's audience.
    func naming(audience: String?) -> Self {
        var named = self
        named.verifiedAudience = audience
        return named
    }

    /// The code and the advice, with the token's audience between them if the audience is the reason.
    public var description: String {
        verifiedAudience.map { "\(code): The token is for \($0). \(advice)" } ?? "\(code): \(advice)"
    }

    /// Whether both have the same code. The audience does not count.
    public static func == (one: Self, other: Self) -> Bool {
        one.code == other.code
    }

    /// Hashes the code alone, as `==` compares it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

/// Why an identity token or a notification is refused. The list may grow: end a `switch` with `default`.
///
/// The order is that of the checks: nothing in the claims is looked at before the signature holds.
public struct TokenRejection: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String
    /// Whom the token was made for, where that is what is wrong (`audience_mismatch`): Apple's signature holds for it. An app's id
    /// is public and names no person.
    public private(set) var verifiedAudience: String?

    /// Longer than 64 KiB; nothing was decoded.
    public static let tokenTooLarge = Self("token_too_large", "Nothing to fix: no token from Apple is that long.")
    /// Not three non-empty segments of strict base64url.
    public static let tokenMalformed = Self(
        "token_malformed",
        "Pass the token unchanged: no quotes, line breaks, padding or URL encoding.")
    /// The header is not one strict JSON object of at most 4 KiB and 32 members with `alg` as text (and `kid`, `typ` as text if
    /// there).
    public static let headerMalformed = Self("header_malformed", "Refuse; the token was not issued by Apple.")
    /// `alg` is not RS256, the algorithm Apple signs with.
    public static let algorithmNotAllowed = Self(
        "algorithm_not_allowed",
        "Check that an identity token was sent, not a client secret or a token of your own.")
    /// The header asks for something we do not do: `crit`, `b64`, `zip` or `cty`.
    public static let extensionNotUnderstood = Self("extension_not_understood", "Refuse; Apple uses no extensions.")
    /// `typ` names another kind of token.
    public static let typeMismatch = Self("type_mismatch", "Check which token the client sends.")
    /// No published key has the token's `kid`; or there is no `kid` and more than one key it could mean.
    public static let unknownKey = Self(
        "unknown_key",
        "Check that issuer and endpoints belong together (Apple or one emulator); otherwise refuse.")
    /// The signature is not that of the key over the octets received.
    public static let signatureInvalid = Self(
        "signature_invalid",
        "Refuse; the token was altered, or not issued by Apple.")
    /// The payload is not one strict JSON object.
    public static let claimsMalformed = Self("claims_malformed", "Refuse; the token was not issued by Apple.")
    /// Signed by Apple, but a notification (`events`).
    public static let notAnIdentityToken = Self(
        "not_an_identity_token",
        "Post notifications to the notification endpoint.")
    /// Signed by Apple, but without `events`: an identity token, for instance.
    public static let notANotification = Self("not_a_notification", "Post identity tokens to the sign-in endpoint.")
    /// `iss` is not the configured issuer, octet by octet.
    public static let issuerMismatch = Self(
        "issuer_mismatch",
        "Check `issuer` in the configuration; never take it from a token or a discovery document.")
    /// `aud` is not exactly one of the configured client ids.
    public static let audienceMismatch = Self(
        "audience_mismatch",
        "Add the app's bundle ID or Services ID to the configured clients, if it is yours.")
    /// `azp` is there and is not the audience.
    public static let authorizedPartyMismatch = Self(
        "authorized_party_mismatch",
        "Refuse; the token was issued on behalf of another app.")
    /// `exp` is absent or not a number.
    public static let expiryMissing = Self("expiry_missing", "Refuse; the token was not issued by Apple.")
    /// `exp` is not later than now.
    public static let expired = Self("expired", "Sign in again. If this happens to everyone, check the server's clock.")
    /// `iat` is absent or not a number.
    public static let issuedAtMissing = Self("issued_at_missing", "Refuse; the token was not issued by Apple.")
    /// `iat` is more than 60 seconds ahead of our clock.
    public static let issuedInFuture = Self(
        "issued_in_future",
        "Check the server's clock: it is more than a minute slow.")
    /// `exp` is not after `iat`, or further from it than `TokenPolicy` allows: seven days.
    public static let lifetimeOutOfRange = Self(
        "lifetime_out_of_range",
        "Refuse; Apple issues tokens for 24 hours. If that changed, raise `TokenPolicy.maximumLifetime`.")
    /// `nbf` is there and is not a number, or lies ahead.
    public static let notYetValid = Self("not_yet_valid", "Check the server's clock.")
    /// `sub` is absent, or not 1 to 255 visible ASCII characters.
    public static let subjectInvalid = Self("subject_invalid", "Refuse; the token was not issued by Apple.")
    /// A nonce is expected and the token has none, whatever `nonce_supported` says.
    public static let nonceMissing = Self("nonce_missing", "Set the nonce in the authorization request of the app.")
    /// `nonce` is not the expected one.
    public static let nonceMismatch = Self(
        "nonce_mismatch",
        "Start a new sign-in. Native apps pass the SHA-256 of the nonce to Apple, web pages the nonce itself.")
    /// A code came beside the token, and the token has no `c_hash`.
    public static let codeHashMissing = Self(
        "code_hash_missing",
        "Send the code that came with this token, or none with a token from the token endpoint.")
    /// `c_hash` is not that of the code beside the token.
    public static let codeHashMismatch = Self("code_hash_mismatch", "Send the code that came with this token.")
    /// `at_hash` is not that of the access token beside the token.
    public static let accessTokenHashMismatch = Self(
        "access_token_hash_mismatch",
        "Send the access token that came with this token.")

    /// A maximum age is asked for, and `auth_time` is absent or not a number.
    public static let authenticationTimeMissing = Self(
        "authentication_time_missing",
        "Do not require a maximum age here: the token does not say when the person authenticated.")
    /// A maximum age is asked for, and `auth_time` is more than 60 seconds ahead of our clock.
    public static let authenticatedInFuture = Self(
        "authenticated_in_future",
        "Check the server's clock: it is more than a minute slow.")
    /// `auth_time` is longer ago than the maximum age that is asked for.
    public static let authenticationTooOld = Self(
        "authentication_too_old",
        "Have the person sign in again, with a new request to Apple.")

    /// `jti` of a notification is absent, or not 1 to 255 visible ASCII characters.
    public static let idInvalid = Self("id_invalid", "Refuse; the notification was not issued by Apple.")
    /// `events` is not one event with `type`, `sub` and `event_time`.
    public static let eventMalformed = Self(
        "event_malformed",
        "Keep the payload and report it: Apple may have changed the format of its events.")

    /// Every one there is, in the order in which they are decided.
    public static let allCases: [Self] = [
        .tokenTooLarge, .tokenMalformed, .headerMalformed, .algorithmNotAllowed, .extensionNotUnderstood, .typeMismatch,
        .unknownKey, .signatureInvalid, .claimsMalformed, .notAnIdentityToken, .notANotification, .issuerMismatch,
        .audienceMismatch, .authorizedPartyMismatch, .expiryMissing, .expired, .issuedAtMissing, .issuedInFuture,
        .lifetimeOutOfRange, .notYetValid, .subjectInvalid, .nonceMissing, .nonceMismatch, .codeHashMissing,
        .codeHashMismatch, .accessTokenHashMismatch, .authenticationTimeMissing, .authenticatedInFuture,
        .authenticationTooOld, .idInvalid, .eventMalformed,
    ]

    /// Those of identity tokens.
    public static let ofIdentityTokens = allCases.filter {
        ![.notANotification, .idInvalid, .eventMalformed].contains($0)
    }

    /// Those of notifications.
    public static let ofNotifications = allCases.filter {
        ![
            .notAnIdentityToken, .subjectInvalid, .nonceMissing, .nonceMismatch, .codeHashMissing, .codeHashMismatch,
            .accessTokenHashMismatch, .authenticationTimeMissing, .authenticatedInFuture, .authenticationTooOld,
        ].contains($0)
    }

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }

    /// The same for a token whose audience is known.
    func naming(audience: String?) -> Self {
        var named = self
        named.verifiedAudience = audience
        return named
    }

    /// The code, whom the token was made for if that is what is wrong, and the advice.
    public var description: String {
        verifiedAudience.map { "\(code): The token is for \($0). \(advice)" } ?? "\(code): \(advice)"
    }

    /// Equal codes are equal, whomever the token was made for.
    public static func == (one: Self, other: Self) -> Bool {
        one.code == other.code
    }

    /// By the code alone, as they are compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

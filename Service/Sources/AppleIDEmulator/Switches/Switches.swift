/// Where Apple's behaviour is unknown, has changed, or was seen to differ: one switch each, Apple's likeliest way by default.
struct Switches: Sendable, Equatable, Codable {
    enum RevocationReach: String, Sendable, Codable { case authorization, token }
    enum DefaultMode: String, Sendable, Codable {
        case standard, query, fragment
        case formPost = "form_post"
    }
    enum RedirectError: String, Sendable, Codable {
        case invalidRequest = "invalid_request"
        case unauthorizedClient = "unauthorized_client"
    }
    enum ScopesForm: String, Sendable, Codable { case text, array }
    enum NotificationAudience: String, Sendable, Codable {
        case primaryApp = "primary_app"
        case service
    }
    enum EventsForm: String, Sendable, Codable { case text, object }
    enum EventTimeUnit: String, Sendable, Codable { case milliseconds, seconds }
    enum DeletionEvent: String, Sendable, Codable {
        case accountDeleted = "account-deleted"
        case accountDelete = "account-delete"
    }

    // MARK: identity tokens

    /// `email_verified`, `is_private_email` and `nonce_supported` as texts, as until early 2024.
    var flagsAsText = false
    /// Seconds; 600 until mid-2020, 86,400 since.
    var identityTokenLifetime = 86_400
    /// Whether the answer to a refresh brings an identity token.
    var refreshIdentityToken = true
    /// Whether that token repeats the nonce of the sign-in.
    var refreshNonce = false
    /// Whether it says when the person signed in, and that nonces are known: the one that Apple is known to have signed
    /// (March 2021) says neither.
    var refreshAuthTime = false
    /// The claim `scopes` of school accounts: Apple does not say of which JSON type.
    var schoolScopesAs = ScopesForm.array
    /// `nonce_supported`: false for old systems.
    var nonceSupported = true
    /// Tokens without `kid` in their header.
    var omitKeyId = false
    /// The `iss` of tokens; nil is the emulator's own.
    var tokenIssuer: String?

    // MARK: authorize

    /// HTTP 400 with an empty body for any `prompt`, as in 2019.
    var promptRefused = false
    /// An old code that was already used, once, from a device after a revocation (observed October 2023).
    var staleCodeAfterRevocation = false
    /// Where the answer goes when no `response_mode` was sent; `standard` is OpenID Connect's own default.
    var defaultResponseMode = DefaultMode.standard
    /// Parameters that Apple does not name are refused at the authorize step: `locale`, `ui_locales`, `login_hint`, …
    var authorizeParametersRefused = false
    /// The longest `state` and `nonce` in bytes; 0 is no limit.
    var parameterLimit = 0
    /// Return URLs with a query are refused although they are registered.
    var queryInReturnUrlRefused = false
    /// What is said of a return URL that is not registered: observed, or as TN3107 has it.
    var unregisteredRedirect = RedirectError.invalidRequest
    /// The status of the page that shows a refusal: TN3107 says 400, the reference page knows 200 and 404.
    var errorPageStatus = 400
    /// Whoever comes back after an app was no longer used gets another relay address.
    var relayChangesOnReturn = false
    /// The domain of relay addresses made from now on; old ones keep theirs.
    var relayDomain = "privaterelay.appleid.com"

    // MARK: token and revoke

    /// `error_description` as observed, or the bare error.
    var descriptions = true
    /// A verifier is required once a challenge was sent.
    var challengeEnforced = true
    /// A verifier without a challenge is refused.
    var unexpectedVerifierRefused = true
    /// `code_challenge_method=plain` (RFC 7636, 4.2) is accepted.
    var plainChallengeAccepted = false
    /// A `redirect_uri` beside a native code, which never had one, is refused.
    var superfluousRedirectRefused = false
    /// Parameters that mean nothing are refused at the token endpoint (TN3107 says so; not observed).
    var unknownParametersRefused = false
    /// A client secret without `iat` is refused.
    var secretIssuedAtRequired = false
    /// Using a code twice ends the tokens of its first use (RFC 6749, 4.1.2; no evidence at Apple).
    var codeReuseRevokes = false
    /// A key that was made for one primary App ID signs for that group only.
    var keyGroupsEnforced = false
    /// A second way of client authentication beside the form's, such as a Basic header, is refused.
    var secondAuthenticationRefused = false
    /// A new sign-in ends the tokens that the same person and client had before.
    var signInEndsOlderTokens = false
    /// A new password ends access tokens as well as refresh tokens.
    var passwordChangeEndsAccessTokens = false
    /// `/auth/revoke` refuses a token of another kind than `token_type_hint` says (TN3107).
    var revocationHintMismatchRefused = false
    /// What `/auth/revoke` ends: everything the person let the app's group have, or the one token's grant.
    var revocationEnds = RevocationReach.authorization
    /// Whether `/auth/revoke` sends `consent-revoked` as well.
    var revocationSendsNotification = false
    /// Seconds between two refreshes of one token; 0 is no limit.
    var refreshThrottle = 0
    /// The status of a throttled refresh, which nobody has seen.
    var refreshThrottleStatus = 429

    // MARK: keys and discovery

    /// The issuer in the discovery document alone (10 June 2025).
    var discoveryIssuer: String?
    /// `/auth/keys` in turn with and without the newest key, as from edges that were updated at different times.
    var keyEdgesDisagree = false
    /// `Cache-Control: max-age` of keys and discovery in seconds; 0 sends none.
    var keysMaxAge = 0
    /// The order of `/auth/keys` changes from answer to answer.
    var keyOrderShuffled = false

    // MARK: notifications

    /// `events` as a text that holds JSON (observed), or as an object (documented).
    var eventsAs = EventsForm.text
    /// `event_time` in milliseconds (observed) or seconds (documented).
    var eventTimeUnit = EventTimeUnit.milliseconds
    /// Whom a notification is made out to: the group's primary App ID, or one of its Services IDs.
    var notificationAudience = NotificationAudience.primaryApp
    /// The name of the event when an Apple Account is deleted.
    var deletionEvent = DeletionEvent.accountDeleted

    /// `--strict`: wherever Apple's answer is unknown, the one that refuses.
    mutating func makeStrict() {
        superfluousRedirectRefused = true
        unknownParametersRefused = true
        secretIssuedAtRequired = true
        codeReuseRevokes = true
        authorizeParametersRefused = true
        queryInReturnUrlRefused = true
        keyGroupsEnforced = true
        secondAuthenticationRefused = true
        revocationHintMismatchRefused = true
    }
}

/// Where Apple's behaviour is unknown, has changed, or was seen to differ: one switch each, Apple's likeliest way by default.
struct Switches: Sendable, Equatable, Codable {
    enum RevocationReach: String, Sendable, Codable { case authorization, token }
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
    /// The domain of relay addresses made from now on; old ones keep theirs.
    var relayDomain = "privaterelay.appleid.com"

    // MARK: token and revoke

    /// `error_description` as observed, or the bare error.
    var descriptions = true
    /// A verifier is required once a challenge was sent.
    var challengeEnforced = true
    /// A verifier without a challenge is refused.
    var unexpectedVerifierRefused = true
    /// A `redirect_uri` beside a native code, which never had one, is refused.
    var superfluousRedirectRefused = false
    /// Parameters that mean nothing are refused at the token endpoint (TN3107 says so; not observed).
    var unknownParametersRefused = false
    /// A client secret without `iat` is refused.
    var secretIssuedAtRequired = false
    /// Using a code twice ends the tokens of its first use (RFC 6749, 4.1.2; no evidence at Apple).
    var codeReuseRevokes = false
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
    /// The order of `/auth/keys` changes from answer to answer.
    var keyOrderShuffled = false

    // MARK: notifications

    /// `events` as a text that holds JSON (observed), or as an object (documented).
    var eventsAs = EventsForm.text
    /// `event_time` in milliseconds (observed) or seconds (documented).
    var eventTimeUnit = EventTimeUnit.milliseconds
    /// The name of the event when an Apple Account is deleted.
    var deletionEvent = DeletionEvent.accountDeleted

    /// `--strict`: wherever Apple's answer is unknown, the one that refuses.
    mutating func makeStrict() {
        superfluousRedirectRefused = true
        unknownParametersRefused = true
        secretIssuedAtRequired = true
        codeReuseRevokes = true
    }
}

/// A switch for each behaviour of Apple that is unknown, has changed, or was seen to differ. By default, each is set to
/// what Apple most likely does.
struct Switches: Sendable, Equatable, Codable {
    enum RevocationReach: String, Sendable, Codable, ListedValue { case authorization, token }
    enum DefaultMode: String, Sendable, Codable, ListedValue {
        case standard, query, fragment
        case formPost = "form_post"
    }
    enum RedirectError: String, Sendable, Codable, ListedValue {
        case invalidRequest = "invalid_request"
        case unauthorizedClient = "unauthorized_client"
    }
    enum ScopesForm: String, Sendable, Codable, ListedValue { case text, array }
    enum NotificationAudience: String, Sendable, Codable, ListedValue {
        case primaryApp = "primary_app"
        case service
    }
    enum SafariSheetUse: String, Sendable, Codable, ListedValue { case never, safari, always }
    enum ChildSignIn: String, Sendable, Codable, ListedValue { case allowed, refused }
    enum OtherAccountState: String, Sendable, Codable, ListedValue {
        case notFound = "not_found"
        case revoked
    }
    enum OldRefreshTokens: String, Sendable, Codable, ListedValue {
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case work
    }
    enum OldRelay: String, Sendable, Codable, ListedValue { case refuse, forward }
    enum LeftPerson: String, Sendable, Codable, ListedValue {
        case invalidRequest = "invalid_request"
        case answered
    }
    enum TransferEnd: String, Sendable, Codable, ListedValue {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
    }
    enum EventsForm: String, Sendable, Codable, ListedValue { case text, object }
    enum EventTimeUnit: String, Sendable, Codable, ListedValue { case milliseconds, seconds }
    enum ForwardingOff: String, Sendable, Codable, ListedValue { case refuse, drop }
    enum RefusalStage: String, Sendable, Codable, ListedValue { case rcpt, data }
    enum DeletionEvent: String, Sendable, Codable, ListedValue {
        case accountDeleted = "account-deleted"
        case accountDelete = "account-delete"
    }

    // MARK: identity tokens

    /// `email_verified`, `is_private_email` and `nonce_supported` are strings, as until early 2024.
    var flagsAsText = false
    /// In seconds: 600 until mid-2020, 86,400 since.
    var identityTokenLifetime = 86_400
    /// Whether a refresh returns an identity token.
    var refreshIdentityToken = true
    /// Whether that token repeats the nonce of the sign-in.
    var refreshNonce = false
    /// Whether that token has `auth_time` and `nonce_supported`. The only one known to be signed by Apple (March 2021)
    /// has neither.
    var refreshAuthTime = false
    /// The JSON type of the claim `scopes` of school accounts, which Apple does not document.
    var schoolScopesAs = ScopesForm.array
    /// The value of `nonce_supported`, which is false on old systems.
    var nonceSupported = true
    /// Tokens have no `nonce_supported`, as until early 2020.
    var omitNonceSupported = false
    /// Only the tokens of a first sign-in have the address, as in 2019.
    var emailOnce = false
    /// Omits `kid` from the header of tokens.
    var omitKeyId = false
    /// The `iss` of tokens. Nil means the emulator's issuer.
    var tokenIssuer: String?

    // MARK: authorize

    /// Any `prompt` is refused with HTTP 400 and an empty body, as in 2019.
    var promptRefused = false
    /// After a revocation, a device hands out a used code once more (observed in October 2023).
    var staleCodeAfterRevocation = false
    /// The `response_mode` if none was sent. `standard` is the default of OpenID Connect.
    var defaultResponseMode = DefaultMode.standard
    /// The authorize step refuses parameters that Apple does not document: `locale`, `ui_locales`, `login_hint`, …
    var authorizeParametersRefused = false
    /// The maximum length of `state` and `nonce`, in bytes. 0 means no limit.
    var parameterLimit = 0
    /// Return URLs with a query are refused even if they are registered.
    var queryInReturnUrlRefused = false
    /// The error for an unregistered return URL: the observed one, or the one in TN3107.
    var unregisteredRedirect = RedirectError.invalidRequest
    /// The status of the page that shows a refusal. TN3107 says 400, the reference page lists 200 and 404.
    var errorPageStatus = 400
    /// A person who stops using an app and later signs in again gets a new relay address.
    var relayChangesOnReturn = false
    /// Whether a web sign-in is answered by the system's sheet on the Mac: in Safari only, or in any browser.
    var safariSheet = SafariSheetUse.never
    /// The domain of new relay addresses. Existing ones keep theirs.
    var relayDomain = "privaterelay.appleid.com"

    // MARK: devices and accounts

    /// Whether children can sign in. Apple does not say that they cannot.
    var childSignIn = ChildSignIn.allowed
    /// What a device reports about a person if another account is signed in to it.
    var otherAccountState = OtherAccountState.notFound
    /// The error for a request that finds nothing on the device. Nil means `canceled` if the request is quiet, and
    /// `unknown` otherwise.
    var nothingFoundError: AuthorizationFailure?
    /// The error for an app that the account cannot be used with.
    var accountRefusedError = AuthorizationFailure.unknown

    // MARK: token and revoke

    /// Whether errors have the observed `error_description`.
    var descriptions = true
    /// A verifier is required if a challenge was sent.
    var challengeEnforced = true
    /// A verifier without a challenge is refused.
    var unexpectedVerifierRefused = true
    /// `code_challenge_method=plain` (RFC 7636 §4.2) is accepted.
    var plainChallengeAccepted = false
    /// A `redirect_uri` with a native code, which has none, is refused.
    var superfluousRedirectRefused = false
    /// The token endpoint refuses unknown parameters (documented in TN3107, not observed).
    var unknownParametersRefused = false
    /// A client secret without `iat` is refused.
    var secretIssuedAtRequired = false
    /// A client secret whose `iat` is in the future is refused.
    var secretFromFutureRefused = false
    /// Using a code twice revokes the tokens of its first use (RFC 6749 §4.1.2, no evidence that Apple does).
    var codeReuseRevokes = false
    /// A key that was made for one primary App ID may sign only for that group.
    var keyGroupsEnforced = false
    /// A second method of client authentication besides the form's, such as a Basic header, is refused.
    var secondAuthenticationRefused = false
    /// A new sign-in revokes the earlier tokens of the same person and client.
    var signInEndsOlderTokens = false
    /// A password change revokes access tokens as well as refresh tokens.
    var passwordChangeEndsAccessTokens = false
    /// `/auth/revoke` refuses a token whose kind differs from `token_type_hint` (TN3107).
    var revocationHintMismatchRefused = false
    /// What `/auth/revoke` ends: the consent for the app's group with all its tokens, or only the token's grant.
    var revocationEnds = RevocationReach.authorization
    /// Whether `/auth/revoke` sends `consent-revoked` as well.
    var revocationSendsNotification = false
    /// The minimum time between two refreshes of one token, in seconds. 0 means no limit.
    var refreshThrottle = 0
    /// The status of a throttled refresh. Apple's has not been observed.
    var refreshThrottleStatus = 429

    // MARK: developer portal

    /// How long saved changes of the developer portal take to have an effect, in seconds. At Apple it is minutes.
    var portalDelay = 0
    /// How many Services IDs can be bound to one primary App ID. 0 means no limit. Apple documents none.
    var servicesPerAppLimit = 0
    /// How many website URLs a Services ID can have. 0 means Apple's limits of today: 100 for organizations, 10 for
    /// individuals.
    var websiteUrlsLimit = 0
    /// Domains must be verified by a file, as until July 2020.
    var domainVerification = false
    /// Return URLs on this machine are refused, as at Apple. Not part of `--strict`, under which local tests must work.
    var localReturnUrlsRefused = false

    // MARK: transfers to another team

    /// Transfer identifiers can be fetched before a transfer was started.
    var transferBeforeAcceptance = true
    /// How long endpoint and claim work after the acceptance, in days.
    var transferWindowDays = 60
    /// The error of the endpoint when that time is over.
    var afterTransferWindow = TransferEnd.invalidRequest
    /// What a refresh token from before the acceptance is answered with, under the new team's secret.
    var oldRefreshTokensAfterTransfer = OldRefreshTokens.invalidClient
    /// What becomes of mail to the relay address of the former team.
    var oldRelayAfterTransfer = OldRelay.refuse
    /// The notification endpoint of the primary App ID moves along.
    var notificationUrlMoves = false
    /// A team's access token for the endpoint serves once, as a person's does.
    var transferTokenSingleUse = false
    /// The endpoint's answer about a person who stopped using the app before the transfer.
    var leftPerson = LeftPerson.invalidRequest

    // MARK: keys and discovery

    /// Another issuer, in the discovery document only, as on 10 June 2025.
    var discoveryIssuer: String?
    /// `/auth/keys` has the signing key only, as until early 2020.
    var signingKeyOnly = false
    /// `/auth/keys` alternates between answers with and without the newest key, as if edge servers were updated at
    /// different times.
    var keyEdgesDisagree = false
    /// `Cache-Control: max-age` of keys and discovery, in seconds. 0 omits the header.
    var keysMaxAge = 0
    /// The order of the keys in `/auth/keys` changes with every answer.
    var keyOrderShuffled = false

    // MARK: mail to relay addresses

    /// When a sender who is not registered is refused: at the end of the data, or already at the recipient. A signature
    /// cannot be known that early.
    var relayRefusesAt = RefusalStage.data
    /// SPF and DKIM must both be right. Apple's engineers ask for one of them, its help page seems to ask for SPF.
    var relayRequiresBoth = false
    /// What happens to mail while the person has turned forwarding off. Apple says that it is rejected.
    var relayForwardingOff = ForwardingOff.refuse
    /// How many messages an address can have in 24 hours, in both directions. 0 means no limit.
    var relayDailyLimit = 100
    /// The status of a message over that limit: 421 or 550. Apple's has not been observed.
    var relayLimitStatus = 421
    /// The largest message, in bytes. Apple documents none.
    var relaySizeLimit = 20 << 20

    // MARK: button images

    /// The image service refuses parameters that Apple does not document for it.
    var buttonParametersRefused = false

    // MARK: notifications

    /// `events` as a string that contains JSON (observed), or as an object (documented).
    var eventsAs = EventsForm.text
    /// `event_time` in milliseconds (observed) or seconds (documented).
    var eventTimeUnit = EventTimeUnit.milliseconds
    /// The `aud` of a notification: the group's primary App ID, or one of its Services IDs.
    var notificationAudience = NotificationAudience.primaryApp
    /// The type of the event for a deleted Apple Account.
    var deletionEvent = DeletionEvent.accountDeleted

    /// `--strict`: turns on the switches that refuse requests for which Apple's answer is unknown.
    mutating func makeStrict() {
        superfluousRedirectRefused = true
        unknownParametersRefused = true
        secretIssuedAtRequired = true
        secretFromFutureRefused = true
        codeReuseRevokes = true
        authorizeParametersRefused = true
        queryInReturnUrlRefused = true
        keyGroupsEnforced = true
        secondAuthenticationRefused = true
        revocationHintMismatchRefused = true
        buttonParametersRefused = true
        relayRequiresBoth = true
    }
}

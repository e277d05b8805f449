/// The errors of the OpenID Provider.
extension ErrorCode {
    package static let openIDOff = Self(
        "openid_off", 404, "This service is not an OpenID Provider.", "Operator: set openid.enabled.",
        page: .notOffered, oauth: "invalid_request")

    // Errors of an authorization request that are shown as a page, because it is unknown who sent the person here.
    package static let oauthClientNotNamed = Self(
        "oauth_client_not_named", 400, "The request names no client, or more than one.",
        "Send client_id once, or the client's credentials with HTTP Basic.", page: .clientWrong,
        oauth: "invalid_client")
    package static let oauthClientUnknown = Self(
        "oauth_client_unknown", 400, "No OpenID client with this client_id is configured.",
        "Use the client_id of openid.clients in the configuration.", page: .clientWrong, oauth: "invalid_client")
    package static let redirectURIRefused = Self(
        "redirect_uri_refused", 400,
        "The redirect_uri is missing, or not exactly one of the client's configured redirect_uris.",
        "Compare both octet by octet: scheme, port, path and slash at the end. Only a loopback address may have "
            + "another port.", page: .clientWrong, oauth: "invalid_request")
    package static let authorizationRequestOver = Self(
        "authorization_request_over", 410, "The authorization request is too old, or its signature is wrong.",
        "Begin again at the client.",
        page: PageWords("authorization_request_over", wayOn: .start))

    // Errors of an authorization request that the client receives.
    package static let oauthParameterRepeated = Self(
        "oauth_parameter_repeated", 400, "A parameter occurs more than once.", "Send each parameter once.",
        oauth: "invalid_request")
    package static let oauthParameterMissing = Self(
        "oauth_parameter_missing", 400, "A required parameter is missing.",
        "Compare the request with the documentation of the endpoint.", oauth: "invalid_request")
    package static let oauthParameterInvalid = Self(
        "oauth_parameter_invalid", 400,
        "The state, nonce, prompt, max_age, claims or response_mode is malformed, too long or contradicts itself.",
        "state has at most 2,048 and nonce at most 512 visible ASCII characters.", oauth: "invalid_request")
    package static let authorizationRequestTooLong = Self(
        "authorization_request_too_long", 400, "The parameters together take more than 2,700 bytes.",
        "Keep what belongs to the request at the client, and send a short state.", oauth: "invalid_request")
    package static let responseTypeUnsupported = Self(
        "response_type_unsupported", 400, "The only supported response_type is code.",
        "Use the authorization code flow.", oauth: "unsupported_response_type")
    package static let codeChallengeRequired = Self(
        "code_challenge_required", 400, "The request has no code_challenge of method S256.",
        "Switch on PKCE with S256 in the client. A confidential client that cannot may be configured with pkce: optional.",
        oauth: "invalid_request")
    package static let requestObjectUnsupported = Self(
        "request_object_unsupported", 400, "Request objects are not supported.", "Send the parameters themselves.",
        oauth: "request_not_supported")
    package static let requestURIUnsupported = Self(
        "request_uri_unsupported", 400, "request_uri is not supported.", "Send the parameters themselves.",
        oauth: "request_uri_not_supported")
    package static let registrationUnsupported = Self(
        "registration_unsupported", 400, "Clients cannot register themselves.", "Operator: configure the client.",
        oauth: "registration_not_supported")
    package static let scopeWithoutOpenID = Self(
        "scope_without_openid", 400, "The scope does not contain openid.", "Add openid to the scope.",
        oauth: "invalid_scope")
    package static let loginRequired = Self(
        "login_required", 400, "The person would have to sign in, but the request forbids it (prompt=none).",
        "Send the request again without prompt=none.", oauth: "login_required",
        person: "You are not signed in. Please sign in.")
    package static let anotherPersonSignedIn = Self(
        "another_person_signed_in", 400,
        "Somebody else signed in than the request names with id_token_hint, or with sub in claims.",
        "Ask for the right person, or send the request again without naming one.", oauth: "login_required",
        person: "Another account signed in than the one that was asked for. Please sign in with that account.")
    package static let consentRequired = Self(
        "consent_required", 400, "The person would have to consent, but the request forbids it (prompt=none).",
        "Send the request again without prompt=none.", oauth: "consent_required",
        person: "You have not allowed this sign-in yet. Please sign in again.")
    package static let interactionRequired = Self(
        "interaction_required", 400,
        "A page would have to name the app before it gets a code, but the request forbids it (prompt=none).",
        "Use a refresh token, or send the request again without prompt=none.", oauth: "interaction_required",
        person: "This sign-in needs your answer to a question. Please sign in again.")
    package static let authenticationRequirementsUnmet = Self(
        "authentication_requirements_unmet", 400,
        "The request demands certain values of acr, but Apple does not tell how people authenticate.",
        "Leave acr out of claims, or ask for it without essential.", oauth: "unmet_authentication_requirements")
    package static let accessDenied = Self(
        "access_denied", 403, "The person cancelled, or their account cannot be used.",
        "Offer to sign in again.", oauth: "access_denied",
        person: "The sign-in was cancelled, or this account cannot be used here. You can sign in again.")

    /// The same after a sign-in that was refused, with the words about the refusal.
    static func accessDenied(after refusal: ErrorCode) -> ErrorCode {
        Self(
            accessDenied.name, accessDenied.status, accessDenied.meaning, accessDenied.remedy,
            oauth: accessDenied.oauthError, person: refusal.personText ?? accessDenied.personText)
    }

    // Errors of the token endpoint and its neighbours.
    package static let clientCredentialsMalformed = Self(
        "client_credentials_malformed", 401, "The Authorization field holds no client_id and secret of HTTP Basic.",
        "Form-encode both, join them with a colon, and encode that as base64 (RFC 6749 section 2.3.1).",
        oauth: "invalid_client")
    package static let clientAuthenticationRepeated = Self(
        "client_authentication_repeated", 400, "The client authenticated in more than one way.",
        "Use client_secret_basic or client_secret_post, not both.", oauth: "invalid_request")
    package static let clientAuthenticationUnsupported = Self(
        "client_authentication_unsupported", 401, "Client assertions are not supported.",
        "Use client_secret_basic or client_secret_post.", oauth: "invalid_client")
    package static let clientSecretWrong = Self(
        "client_secret_wrong", 401,
        "The client secret is missing or wrong, or there is one although the client is public.",
        "Operator: compare secret_sha256 with the SHA-256 of the client's secret.", oauth: "invalid_client")
    package static let clientNotConfidential = Self(
        "client_not_confidential", 403, "Only confidential clients may use this endpoint.",
        "Use a client with a secret.", oauth: "unauthorized_client")
    package static let originNotAllowed = Self(
        "origin_not_allowed", 403, "Pages of this origin may not use the client.",
        "Operator: add the origin to the client's web_origins.", oauth: "invalid_request")
    package static let grantTypeUnsupported = Self(
        "grant_type_unsupported", 400, "The grant_type is neither authorization_code nor refresh_token.",
        "Use the authorization code flow.", oauth: "unsupported_grant_type")
    package static let authorizationCodeInvalid = Self(
        "authorization_code_invalid", 400,
        "The code was never issued, has expired, or was issued for another client or redirect_uri.",
        "Begin again at the authorization endpoint. A code is valid for a minute, and for one client.",
        oauth: "invalid_grant", person: "The sign-in took too long, or cannot be completed. Please sign in again.")
    package static let authorizationCodeUsed = Self(
        "authorization_code_used", 400, "The code was exchanged before. The session of the first exchange was ended.",
        "Exchange a code once, and begin again at the authorization endpoint.", oauth: "invalid_grant",
        person: "This sign-in was completed before. Please sign in again.")
    package static let codeVerifierWrong = Self(
        "code_verifier_wrong", 400, "The code_verifier is missing, malformed, or does not match the code_challenge.",
        "Send the verifier of the request that returned this code.", oauth: "invalid_grant")
    package static let codeVerifierUnexpected = Self(
        "code_verifier_unexpected", 400, "There is a code_verifier, but the authorization request had no challenge.",
        "If your request had one, somebody removed it (RFC 9700 section 4.8.2). Begin again.",
        oauth: "invalid_request")
    package static let refreshTokenOfAnotherClient = Self(
        "refresh_token_of_another_client", 400, "The refresh token was issued to another client. Its session goes on.",
        "Refresh with the client that received the token.", oauth: "invalid_grant")
    package static let refreshNotAllowed = Self(
        "refresh_not_allowed", 400, "The client may not use refresh tokens.",
        "Operator: set refresh or offline_access for the client.", oauth: "unauthorized_client")
    package static let scopeExceedsGrant = Self(
        "scope_exceeds_grant", 400, "The scope contains more than was granted.",
        "Leave scope out, or ask for a part of what was granted.", oauth: "invalid_scope")
    package static let tokenOfAnotherClient = Self(
        "token_of_another_client", 400, "The token belongs to another client.",
        "Revoke a token with the client that received it.", oauth: "unauthorized_client")
    package static let scopeInsufficient = Self(
        "scope_insufficient", 403, "The access token was not issued with the scope openid.",
        "Ask for the scope openid.", challenge: "Bearer error=\"insufficient_scope\", scope=\"openid\"",
        oauth: "insufficient_scope")

    package static let clientSessionEnded = Self(
        "client_session_ended", 401, "The client's session has ended, or the account cannot be used.",
        "Use the refresh token, or begin again at the authorization endpoint.",
        challenge: "Bearer error=\"invalid_token\"", oauth: "invalid_token",
        person: "You were signed out, or this account cannot be used here. Please sign in again.")

    // Errors of a logout.
    package static let postLogoutRedirectURIRefused = Self(
        "post_logout_redirect_uri_refused", 400,
        "The post_logout_redirect_uri is not exactly one of the client's configured ones.",
        "Compare both octet by octet.", page: .clientWrong, oauth: "invalid_request")

    package static var ofOpenID: [ErrorCode] {
        [
            openIDOff, oauthClientNotNamed, oauthClientUnknown, redirectURIRefused, authorizationRequestOver,
            oauthParameterRepeated, oauthParameterMissing, oauthParameterInvalid, authorizationRequestTooLong,
            responseTypeUnsupported, codeChallengeRequired, requestObjectUnsupported, requestURIUnsupported,
            registrationUnsupported, scopeWithoutOpenID, loginRequired, anotherPersonSignedIn, consentRequired,
            interactionRequired, authenticationRequirementsUnmet, accessDenied, clientCredentialsMalformed,
            clientAuthenticationRepeated, clientAuthenticationUnsupported, clientSecretWrong, clientNotConfidential,
            originNotAllowed, grantTypeUnsupported, authorizationCodeInvalid, authorizationCodeUsed,
            codeVerifierWrong, codeVerifierUnexpected, refreshTokenOfAnotherClient, refreshNotAllowed,
            scopeExceedsGrant, tokenOfAnotherClient, scopeInsufficient, clientSessionEnded,
            postLogoutRedirectURIRefused,
        ]
    }

    /// The `error` of an OAuth 2.0 reply with this error (RFC 6749 sections 4.1.2.1 and 5.2).
    package var oauth: String {
        if let oauthError { return oauthError }
        switch status {
        case 429, 503: return "temporarily_unavailable"
        case 500...: return "server_error"
        case _ where Self.endingGrants.contains(self): return "invalid_grant"
        case _ where Self.refusingTokens.contains(self): return "invalid_token"
        default: return "invalid_request"
        }
    }

    /// The HTTP status of such a reply (RFC 6749 section 5.2, RFC 6750 section 3.1).
    package var oauthStatus: Int {
        switch oauth {
        case "invalid_client", "invalid_token": 401
        case "insufficient_scope": 403
        case "temporarily_unavailable", "server_error": status
        default: 400
        }
    }

    /// A refresh token is no longer of use.
    private static let endingGrants: Set<ErrorCode> = [
        refreshTokenInvalid, refreshTokenReused, sessionEnded, sessionExpired,
        accountDisabled, accountHeld, proofRequired,
    ]
    private static let refusingTokens: Set<ErrorCode> = [accessTokenInvalid, accessTokenExpired]
}

extension PageWords {
    static let clientWrong = PageWords("client_wrong", wayOn: .start)
}

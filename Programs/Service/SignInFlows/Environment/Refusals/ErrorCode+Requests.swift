import SignInWithApple

/// The errors of requests that reach no flow, and unexpected errors.
extension ErrorCode {
    package static let routeUnknown = Self(
        "route_unknown", 404, "Nothing is served at this path.",
        page: PageWords("route_unknown", wayOn: .start))
    package static func methodNotAllowed(_ allowed: String) -> ErrorCode {
        Self(
            "method_not_allowed", 405, "This path accepts \(allowed) only.",
            page: PageWords("method_not_allowed", button: .signIn))
    }
    package static let targetMalformed = Self(
        "target_malformed", 400,
        "The path or query has a malformed percent-encoding or octets that are not UTF-8.")
    package static let hostInvalid = Self(
        "host_invalid", 400, "The request has no Host field, more than one, or one with octets that a host cannot have."
    )
    package static let headersTooLarge = Self(
        "headers_too_large", 431, "The header fields are larger than 16 KiB.")
    package static let bodyTooLarge = Self("body_too_large", 413, "The body is larger than this route accepts.")
    package static let bodyBroken = Self(
        "body_broken", 400, "The body ended early, or its transfer coding is malformed.")
    package static let mediaTypeUnsupported = Self(
        "media_type_unsupported", 415, "This route does not accept the Content-Type of the request.")
    package static let jsonMalformed = Self(
        "json_malformed", 400,
        "The body is not one valid JSON object in UTF-8, is nested too deeply, or has a duplicate member.")
    package static func fieldInvalid(_ member: String) -> ErrorCode {
        Self("field_invalid", 400, "The member \(member) is missing, of the wrong type, or outside its limits.")
    }
    package static let memberUnknown = Self(
        "member_unknown", 400, "The request has a member that the route does not know, so its value would be lost.",
        "Correct its name: `unknown` has the nearest known one, and `known` has them all.")
    package static let parameterUnknown = Self(
        "parameter_unknown", 400, "The query has a parameter that the route does not know.",
        "Correct its name: `unknown` has the nearest known one, and `known` has them all.", page: .linkWrong)
    package static let formMalformed = Self(
        "form_malformed", 400, "The form has a malformed percent-encoding or octets that are not UTF-8.")
    package static let parameterRepeated = Self("parameter_repeated", 400, "A parameter occurs more than once.")
    package static let authorizationMissing = Self(
        "authorization_missing", 401, "The request carries neither an access token nor a session cookie.",
        challenge: "Bearer")
    /// The same code on a route of the operator's services.
    package static let serviceKeyMissing = Self(
        authorizationMissing.name, 401, "The request carries no key of a calling service.",
        "Create a key with siwa credentials create and send it as a bearer token.", challenge: "Bearer")
    package static let authorizationMalformed = Self(
        "authorization_malformed", 400, "The Authorization field does not hold exactly one bearer token.",
        challenge: "Bearer error=\"invalid_request\"")
    package static let crossSiteRequest = Self(
        "cross_site_request", 403, "A change that uses a session cookie must come from a page of this origin.",
        page: PageWords("cross_site_request", wayOn: .start, button: .goBack))
    package static let navigationRequired = Self(
        "navigation_required", 403, "Only a page that a browser opens may begin this, not an image or a script.")
    package static let rateLimited = Self(
        "rate_limited", 429, "There were too many requests from this address or for this account.",
        page: PageWords("rate_limited", wayOn: .reload))
    package static let exportUnderWay = Self(
        "export_under_way", 409, "Another export of this account is in progress and has to finish first.")
    package static let clientNotNamed = Self(
        "client_not_named", 400, "Several clients are configured for browsers, so the request must name one.",
        page: .linkWrong)
    /// This error has a page of its own, because a text and a button are not enough.
    package static let cookiesBlocked = Self(
        "cookies_blocked", 403, "The browser came back twice without the cookie of this sign-in.")
    package static let addressNotAllowed = Self(
        "address_not_allowed", 403, "Only the operator's own addresses may request this (operator_addresses).",
        "From another address, send a key with the scope operations.")
    package static let hostNotAllowed = Self(
        "host_not_allowed", 403,
        "Without a key, this is only served under a loopback name, an address or the host of public_url, and not to "
            + "pages of other origins.")
    package static let linkPageUnknown = Self(
        "link_page_unknown", 403,
        "The page that posted a link ticket is not on a configured origin (return_urls, existing_users_url), "
            + "or its Referrer-Policy is no-referrer.",
        page: PageWords("link_page_unknown", wayOn: .start))
    /// The HTTP framework refused the request. Its message is not passed on.
    package static let requestRefused = Self("request_refused", 400, "The request was refused.")
    package static let unforeseen = Self("internal", 500, "An unexpected error occurred in the service.")

    package static var ofRequests: [ErrorCode] {
        [
            routeUnknown, methodNotAllowed("GET"), targetMalformed, hostInvalid, headersTooLarge, bodyTooLarge,
            bodyBroken, mediaTypeUnsupported, jsonMalformed, fieldInvalid("name"), memberUnknown,
            parameterUnknown, formMalformed, parameterRepeated,
            authorizationMissing, authorizationMalformed, crossSiteRequest, navigationRequired, rateLimited,
            exportUnderWay, clientNotNamed, cookiesBlocked, addressNotAllowed, hostNotAllowed, linkPageUnknown,
            requestRefused, unforeseen,
        ] + AuthorizationCallbackError.allCases.map { callback($0) }
    }
}

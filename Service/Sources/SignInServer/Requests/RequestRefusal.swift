import HTTPTypes
import SignInWithApple

/// Why a request is refused before any flow sees it.
enum RequestRefusal: Error, Equatable {
    case routeUnknown
    case methodNotAllowed(allow: String)
    case targetMalformed
    case hostInvalid
    case headersTooLarge
    case bodyTooLarge
    case bodyBroken
    case mediaTypeUnsupported
    case jsonMalformed
    case fieldInvalid(String)
    case formMalformed
    case parameterRepeated
    case authorizationMissing
    case authorizationMalformed
    case crossSiteRequest
    case rateLimited(retryAfter: Int)
    case exportUnderWay
    case clientNotNamed
    case cookiesBlocked
    case addressNotAllowed
    case linkPageUnknown
    case callback(AuthorizationCallbackError)
}

extension RequestRefusal {
    /// One of each, for lists in documentation.
    static var all: [RequestRefusal] {
        [
            .routeUnknown, .methodNotAllowed(allow: "GET"), .targetMalformed, .hostInvalid, .headersTooLarge,
            .bodyTooLarge, .bodyBroken, .mediaTypeUnsupported, .jsonMalformed, .fieldInvalid("name"), .formMalformed,
            .parameterRepeated,
            .authorizationMissing, .authorizationMalformed, .crossSiteRequest, .rateLimited(retryAfter: 1),
            .exportUnderWay, .clientNotNamed, .cookiesBlocked, .addressNotAllowed, .linkPageUnknown,
        ] + AuthorizationCallbackError.allCases.map { .callback($0) }
    }

    /// The stable code that callers see.
    var code: String {
        switch self {
        case .routeUnknown: "route_unknown"
        case .methodNotAllowed: "method_not_allowed"
        case .targetMalformed: "target_malformed"
        case .hostInvalid: "host_invalid"
        case .headersTooLarge: "headers_too_large"
        case .bodyTooLarge: "body_too_large"
        case .bodyBroken: "body_broken"
        case .mediaTypeUnsupported: "media_type_unsupported"
        case .jsonMalformed: "json_malformed"
        case .fieldInvalid: "field_invalid"
        case .formMalformed: "form_malformed"
        case .parameterRepeated: "parameter_repeated"
        case .authorizationMissing: "authorization_missing"
        case .authorizationMalformed: "authorization_malformed"
        case .crossSiteRequest: "cross_site_request"
        case .rateLimited: "rate_limited"
        case .exportUnderWay: "export_under_way"
        case .clientNotNamed: "client_not_named"
        case .cookiesBlocked: "cookies_blocked"
        case .addressNotAllowed: "address_not_allowed"
        case .linkPageUnknown: "link_page_unknown"
        case .callback(let error): error.code
        }
    }

    /// What happened, in one sentence for a developer.
    var meaning: String {
        switch self {
        case .routeUnknown: "Nothing is served at this path."
        case .methodNotAllowed(let allow): "This path takes \(allow) only."
        case .targetMalformed: "The path or query has a malformed percent-encoding or octets that are not UTF-8."
        case .hostInvalid: "The request has no Host field, more than one, or one with octets that no host has."
        case .headersTooLarge: "The header fields are larger than 16 KiB."
        case .bodyTooLarge: "The body is larger than this route takes."
        case .bodyBroken: "The body ended early, or its transfer coding is malformed."
        case .mediaTypeUnsupported: "The Content-Type is not the one this route takes."
        case .jsonMalformed: "The body is not one strict JSON object: syntax, UTF-8, depth or a doubled member."
        case .fieldInvalid(let field): "The member \(field) is missing, of the wrong type, or out of its limits."
        case .formMalformed: "The form has a malformed percent-encoding or octets that are not UTF-8."
        case .parameterRepeated: "A parameter occurs more than once."
        case .authorizationMissing: "The request carries neither an access token nor a session cookie."
        case .authorizationMalformed: "The Authorization field is not one bearer token."
        case .crossSiteRequest: "A change under a session cookie must come from a page of this origin."
        case .rateLimited: "Too many requests from this address or for this account."
        case .exportUnderWay: "Another copy of this account is on its way; it has to end first."
        case .clientNotNamed: "Several clients are configured for browsers, so the request must name one."
        case .cookiesBlocked: "The browser came back without this sign-in's cookie, twice."
        case .addressNotAllowed: "Only the operator's own addresses may ask for this (operator_addresses)."
        case .linkPageUnknown:
            "The page that posted a link ticket is not on an origin of the configuration (return_urls, existing_users_url), or "
                + "its Referrer-Policy is no-referrer."
        case .callback: "The form posted to the callback is not one that Apple sends."
        }
    }

    /// The status that belongs to the refusal.
    var status: HTTPResponse.Status {
        switch self {
        case .routeUnknown: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge, .callback(.bodyTooLarge): .contentTooLarge
        case .mediaTypeUnsupported: .unsupportedMediaType
        case .authorizationMissing: .unauthorized
        case .crossSiteRequest, .cookiesBlocked, .addressNotAllowed, .linkPageUnknown: .forbidden
        case .rateLimited: .tooManyRequests
        case .exportUnderWay: .conflict
        case .targetMalformed, .hostInvalid, .bodyBroken, .jsonMalformed, .fieldInvalid, .formMalformed,
            .parameterRepeated,
            .authorizationMalformed, .clientNotNamed, .callback:
            .badRequest
        }
    }
}

/// Thrown where somebody who is signed in asks for too much. No ``RequestRefusal``, since pages take that for "not signed in".
struct BudgetUsed: Error {
    let retryAfter: Int
}

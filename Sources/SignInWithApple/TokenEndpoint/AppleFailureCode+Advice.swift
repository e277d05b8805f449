extension AppleFailureCode {
    /// What to do about it. Custom codes have only a general advice.
    public var advice: String {
        switch self {
        case .notReachable: "Check the network, name resolution and certificates; try again later."
        case .timedOut: "Try again later. A code that was sent is not sent again."
        case .serverError: "Try again later."
        case .throttled: "Wait for the time in `Retry-After`; ask at most once a day for each person."
        case .keysUnavailable: "Try again later; sign-ins work again as soon as the keys can be fetched."
        case .keyNotDecided: "Try again after `Retry-After` with the same token: the next fetch decides."
        case .keyDisputed:
            "Try again after `Retry-After`: Apple's servers disagree temporarily, or the key was withdrawn."
        case .cancelled: "Nothing to do: the caller went away, or the service is stopping."
        case .replyTooLarge, .replyNotHTTP, .replyWithoutKeys: "Check the configured address."
        case .replyRedirected: "Check the configured address; redirects are never followed."
        case .replyUndocumented: "Check the configured address; report it if Apple changed its responses."
        case .replyNotJSON: "Check the configured address, or a proxy that answers in its place."
        case .replyIncomplete: "Report it: Apple may have changed its responses."
        case .clientSecretNotSigned: "Check the `.p8` key."
        case .codeAlreadySent: "Never repeat an exchange; start a new sign-in."
        case .transferSubjectInvalid: "Pass the `sub` of an identity token, not a Team ID."
        case .transferTargetInvalid: "Pass the recipient's ten-character Team ID from its membership page."
        default: "Look up the code where it is defined."
        }
    }
}

extension TokenEndpointError {
    /// What to do about it. Apple's own description is not included, because Apple may change its texts.
    public var advice: String {
        switch code {
        case Self.invalidGrant:
            "The code or refresh token is used, expired, revoked or another client's. Start a new sign-in; never retry."
        case Self.invalidClient:
            "Check the client ID, the Team ID, the Key ID, the `.p8` key and the clock; the person can do nothing."
        case Self.invalidRequest, Self.unsupportedGrantType, Self.invalidScope:
            "Report it: Apple does not understand the request."
        case Self.unauthorizedClient: "Check in the portal that this client may use Sign in with Apple."
        default: "Apple returned an error that is not known here: look it up in Apple's documentation."
        }
    }
}

extension AppleFailureCode {
    /// What to do about it; for a code of the caller's own there is none to give.
    public var advice: String {
        switch self {
        case .notReachable: "Check network, name resolution, certificates; try again later."
        case .timedOut: "Try again later. A code that was sent is not sent again."
        case .serverError: "Try again later."
        case .throttled: "Wait as long as `Retry-After` says; ask at most once a day and person."
        case .keysUnavailable: "Try again later; sign-ins work again as soon as the keys can be fetched."
        case .keyNotDecided: "Try again after `Retry-After` with the same token: the next fetch decides."
        case .keyDisputed:
            "Try again after `Retry-After`: Apple's servers disagree for a while, or the key was withdrawn."
        case .cancelled: "Nothing to do: the caller went away, or the service stops."
        case .replyTooLarge, .replyNotHTTP, .replyWithoutKeys: "Check the configured address."
        case .replyRedirected: "Check the configured address; redirects are never followed."
        case .replyUndocumented: "Check the configured address; report it if Apple changed its answers."
        case .replyNotJSON: "Check the configured address, or a proxy that answers in its place."
        case .replyIncomplete: "Report it: Apple may have changed its answers."
        case .clientSecretNotSigned: "Check the `.p8` key."
        case .codeAlreadySent: "Never repeat an exchange; start a new sign-in."
        case .transferSubjectInvalid: "Pass the `sub` of an identity token, not a team id."
        case .transferTargetInvalid: "Pass the ten characters of the recipient team's membership page."
        default: "Look the code up where it was made."
        }
    }
}

extension TokenEndpointError {
    /// What to do about it. Apple's own description is not part of it: its texts are Apple's to change.
    public var advice: String {
        switch code {
        case Self.invalidGrant:
            "The code or refresh token is spent, expired, revoked or another client's: a new sign-in helps, a repetition does not."
        case Self.invalidClient:
            "Check the client id, the team id, the key id, the `.p8` key and the clock; the person can do nothing."
        case Self.invalidRequest, Self.unsupportedGrantType, Self.invalidScope:
            "Report it: the request is not one that Apple understands."
        case Self.unauthorizedClient: "Check in the portal that this client may use Sign in with Apple."
        default: "Apple names an error that it does not document: look it up in Apple's documentation."
        }
    }
}

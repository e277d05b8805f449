import SignInWithApple

/// What became of the code of a sign-in.
enum GrantOutcome: Sendable {
    /// A live grant is held, so the code was not sent.
    case held
    /// Apple gave a refresh token.
    case obtained(RefreshToken)
    /// There was no code, or Apple did not take it: obtained at the next sign-in. The person is proven all the same.
    case missing
    /// Apple could not be asked: good enough for somebody known, not for somebody new.
    case unreachable(retryAfter: Int)
    /// Apple does not accept our credentials: likewise, and the operator is told.
    case refusedOurs

    /// Whether a person without an account may get one; if not, why.
    func refusalForNewPerson() -> SignInError? {
        switch self {
        case .held, .obtained, .missing: nil
        case .unreachable(let retryAfter): .unavailable(.apple, retryAfter: retryAfter)
        case .refusedOurs: .misconfigured(.appleRefusedClient)
        }
    }

    /// Reads a failed exchange: `invalid_grant` speaks of the code, the other errors of RFC 6749 section 5.2 of us,
    /// everything else of Apple's health.
    static func decide(_ failure: AppleCallFailure, retryAfter: Int) -> GrantOutcome {
        switch failure {
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .missing
        // An old code once more, which Apple was seen to hand out after a revocation.
        case .notSent(.codeAlreadySent): .missing
        case .refused(let error) where ourFaults.contains(error.code): .refusedOurs
        case _ where failure.code == AppleFailureCode.clientSecretNotSigned.rawValue: .refusedOurs
        case .unavailable(_, let seconds): .unreachable(retryAfter: seconds ?? retryAfter)
        default: .unreachable(retryAfter: retryAfter)
        }
    }

    /// Errors that speak of our credentials, configuration or request.
    private static let ourFaults: Set<String> = [
        TokenEndpointError.invalidClient, TokenEndpointError.invalidRequest, TokenEndpointError.unauthorizedClient,
        TokenEndpointError.unsupportedGrantType, TokenEndpointError.invalidScope,
    ]
}

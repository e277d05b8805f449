/// Why `AppleClient` could not vouch for a token: the token is refused, or nobody can tell at the moment.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum IdentityVerificationFailure: Error, Sendable, Equatable {
    /// The token is refused; the same token will be refused again.
    case rejected(IdentityTokenRejection)
    /// Apple's keys are not at hand; the same token may be accepted later.
    case unavailable(AppleCallFailure)

    /// The stable code of the cause.
    public var code: String {
        switch self {
        case .rejected(let rejection): rejection.code
        case .unavailable(let failure): failure.code
        }
    }
}

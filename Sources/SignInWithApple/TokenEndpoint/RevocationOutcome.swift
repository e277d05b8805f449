/// What is known after a revocation was asked for and a refresh tried.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum RevocationOutcome: Sendable, Equatable {
    /// Apple refuses the token now (`invalid_grant`): the authorization behind it is gone.
    case confirmed
    /// Apple still takes the token. It belongs to another client, or is no token at all; or Apple needs a while.
    case stillAlive
    /// Apple took the request, but the proof failed for this reason: try it again later with a refresh.
    case unknown(AppleCallFailure)
}

/// The reason why `AppleClient` did not verify a token or a notification: it is refused, or this cannot be decided at
/// the moment.
///
/// There will be no other cases.
public enum TokenVerificationFailure: CodedError, Equatable {
    /// The token is refused. It will be refused again.
    case rejected(TokenRejection)
    /// Apple's keys are not available. The same token may be accepted later.
    case unavailable(AppleCallFailure)

    /// The stable code of the cause.
    public var code: String {
        switch self {
        case .rejected(let rejection): rejection.code
        case .unavailable(let failure): failure.code
        }
    }

    /// What to do about it.
    public var advice: String {
        switch self {
        case .rejected(let rejection): rejection.advice
        case .unavailable(let failure): failure.advice
        }
    }

    /// The description of the cause.
    public var description: String {
        switch self {
        case .rejected(let rejection): rejection.description
        case .unavailable(let failure): failure.description
        }
    }
}

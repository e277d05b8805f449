/// Why `AppleClient` could not vouch for a token or a notification: it is refused, or nobody can tell at the moment.
///
/// These two are all there will be: "no" and "nobody can tell".
public enum TokenVerificationFailure: CodedError, Equatable {
    /// It is refused; the same one will be refused again.
    case rejected(TokenRejection)
    /// Apple's keys are not at hand; the same one may be accepted later.
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

    /// The cause as it describes itself.
    public var description: String {
        switch self {
        case .rejected(let rejection): rejection.description
        case .unavailable(let failure): failure.description
        }
    }
}

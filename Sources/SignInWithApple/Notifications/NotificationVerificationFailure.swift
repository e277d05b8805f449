/// Why `AppleClient` could not vouch for a notification: it is refused, or nobody can tell at the moment.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum NotificationVerificationFailure: Error, Sendable, Equatable {
    /// The notification is refused; the same one will be refused again.
    case rejected(NotificationRejection)
    /// Apple's keys are not at hand; the same notification may be accepted later.
    case unavailable(AppleCallFailure)

    /// The stable code of the cause.
    public var code: String {
        switch self {
        case .rejected(let rejection): rejection.code
        case .unavailable(let failure): failure.code
        }
    }
}

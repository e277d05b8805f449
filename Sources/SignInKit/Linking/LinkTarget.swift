/// The account to which a sign-in with Apple leads, other than that of Apple's identity.
public enum LinkTarget: Sendable, Equatable {
    /// The account that a ticket of the app's own server names.
    case ticket(LinkTicket)
    /// The account of a session, which gets one more way to sign in.
    case session(BackendSession)
    /// The account of a session, whose password is replaced by Sign in with Apple.
    case upgrade(BackendSession)
}

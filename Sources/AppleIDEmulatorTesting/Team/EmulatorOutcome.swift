/// What happens when a test person signs in. Everything else goes as for everybody.
public enum EmulatorOutcome: String, Sendable, CaseIterable {
    /// The person cancels.
    case declined
    /// Apple shows an error page after authentication.
    case failed
    /// The Apple Account is locked.
    case locked
    /// The person always hides the address.
    case hidesEmail = "hides-email"
    /// The account is a managed one without a mailbox, so there is no address.
    case noEmail = "no-email"
    /// The account is a managed one whose address is not verified.
    case unverified
    /// The person has signed in before, so the name does not come again.
    case returning
    /// The account belongs to a child.
    case child
    /// The real-user status is unknown.
    case realUserUnknown = "real-user-unknown"
    /// Every answer of Apple about the person takes five seconds.
    case slow
    /// The code has expired when it arrives.
    case expired
    /// Apple's token endpoint answers 503.
    case unavailable
    /// The person stops using the app as soon as it has tokens.
    case revoked
}

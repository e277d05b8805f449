public import PasswordHashing

/// What holds for people with a password. Every value has a default that suits most services.
public struct PasswordPolicy: Sendable, Equatable {
    /// Whether people sign in with a password, where they have one already. Nobody registers with one.
    public var isOn = false
    /// Whether mail can be sent: without it nobody resets a password here.
    public var canMail = false
    /// What new hashes are made with; older ones are replaced at the next sign-in.
    public var parameters = ScryptParameters.standard
    /// How long a mailed token is good.
    public var mailedTokenLifetime: Duration = .seconds(600)

    /// The default policy.
    public init() {}
}

package import PasswordHashing

/// What holds for people with a password. Every value has a default that suits most services.
package struct PasswordPolicy: Sendable, Equatable {
    /// Whether people sign in with a password, where they have one already. Nobody registers with one.
    package var isOn = false
    /// Whether mail can be sent: without it nobody resets a password here.
    package var canMail = false
    /// What new hashes are made with; older ones are replaced at the next sign-in.
    package var parameters = ScryptParameters.standard
    /// How long a mailed token is good.
    package var mailedTokenLifetime: Duration = .seconds(600)

    /// The default policy.
    package init() {}
}

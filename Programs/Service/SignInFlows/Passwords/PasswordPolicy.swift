package import PasswordHashing

/// Settings for sign-in with a password. Every value has a default that suits most services.
package struct PasswordPolicy: Sendable, Equatable {
    /// Whether people who already have a password can sign in with it. Nobody can register with one.
    package var isOn = false
    /// Whether mail can be sent. Without it, passwords cannot be reset.
    package var canMail = false
    /// The parameters of new hashes. Hashes with other parameters are replaced at the next sign-in.
    package var parameters = ScryptParameters.standard
    /// How long a mailed token is valid.
    package var mailedTokenLifetime: Duration = .seconds(600)

    /// The default policy.
    package init() {}
}

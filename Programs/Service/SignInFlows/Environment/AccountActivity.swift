/// Something that leaves a line in the audit each time that a person does it. Lines are kept for more than a year by
/// default, so each activity has a budget, by account and hour.
///
/// What is not listed is bounded by these: a session ends once, an identity is unlinked after a sign-in that linked it,
/// and a consent is withdrawn after a client's sign-in for which it was given.
package enum AccountActivity: Sendable, Hashable, CaseIterable {
    /// Beginning a session of this service, with Apple or with a password. Counts for the identity or the account that
    /// was proven, so that nobody else can use the budget up.
    case signIn
    /// Beginning a session of an OpenID client, which needs a session of this service.
    case clientSignIn
    /// Changing the password.
    case passwordChange
    /// Beginning to link another Apple Account to one's own, or to switch from a password to Apple. This leaves an
    /// attempt, not a line.
    case linkBeginning
    /// Handing an app's session to a web view.
    case handOff
}

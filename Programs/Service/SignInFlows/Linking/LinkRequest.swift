/// Who vouches that an identity may be linked to an account.
package enum LinkRequest: Sendable {
    /// The app's backend: whoever presents the ticket is its user.
    case ticket(String)
    /// The person, who is signed in to the account.
    case session(SignedInSession)
    /// Like `session`, and the account's password is removed when the link succeeds.
    case upgrade(SignedInSession)
}

/// On whose word an identity is to be linked to an account.
package enum LinkRequest: Sendable {
    /// The app's backend's: whoever brings the ticket is its user.
    case ticket(String)
    /// The person's own: they are signed in to the account.
    case session(SignedInSession)
    /// The same, by somebody who wants no password any more: it goes when Apple's answer comes.
    case upgrade(SignedInSession)
}

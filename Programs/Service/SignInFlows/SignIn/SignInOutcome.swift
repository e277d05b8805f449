/// The result of a sign-in that may ask a question.
package enum SignInOutcome: Sendable {
    /// A session was created.
    case signedIn(SignedIn)
    /// A session was created, and the person can merge another account of theirs into its account.
    case offersMerge(SignedIn, MergeOffer)
    /// No session was created yet: the person has to answer a question.
    case asks(AccountQuestion)
}

/// The result of a web sign-in that was not refused.
package enum WebSignInOutcome: Sendable {
    /// A session was created.
    case signedIn(SignedIn, returnTo: ReturnTarget)
    /// A session was created, and the person can merge another account of theirs into its account. The question knows where
    /// they go afterwards.
    case offersMerge(SignedIn, AccountQuestion)
    /// No session was created yet: the person has to answer a question.
    case asks(AccountQuestion, returnTo: ReturnTarget)
    /// The person cancelled the sign-in at Apple.
    case cancelled(returnTo: ReturnTarget)
    /// The browser has the session of this sign-in already, because it posts the same form again.
    case arrived(returnTo: ReturnTarget)
    /// The same for the question of this sign-in.
    case asked
}

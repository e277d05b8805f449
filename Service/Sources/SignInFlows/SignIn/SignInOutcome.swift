/// How a sign-in ends that may ask.
package enum SignInOutcome: Sendable {
    /// A session was made.
    case signedIn(SignedIn)
    /// Nothing was made yet: the person is to be asked.
    case asks(AccountQuestion)
}

/// How a web sign-in ended well.
package enum WebSignInOutcome: Sendable {
    /// A session was made.
    case signedIn(SignedIn, returnTo: ReturnTarget)
    /// Nothing was made yet: the person is to be asked whether they have been here before.
    case asks(AccountQuestion, returnTo: ReturnTarget)
    /// The person changed their mind at Apple.
    case cancelled(returnTo: ReturnTarget)
}

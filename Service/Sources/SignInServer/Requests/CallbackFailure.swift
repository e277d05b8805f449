import HTTPServing

/// What went wrong with Apple's answer, and the ways on that its page offers.
struct CallbackFailure: Error {
    let error: any Error
    /// Begins the same sign-in again.
    let again: WebSignInRequest
    /// The answer, where it may be taken at a second try: a first-time name is in it, and Apple sends it once.
    let resendable: FormFields?
}

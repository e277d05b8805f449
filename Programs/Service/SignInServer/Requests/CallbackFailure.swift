import HTTPServing

/// Why Apple's answer failed, and the next steps that the page offers.
struct CallbackFailure: Error {
    let error: any Error
    /// The request that starts the same sign-in again.
    let again: WebSignInRequest
    /// Apple's answer, if it can be sent again. It may contain the name, which Apple sends only once.
    let resendable: FormFields?
}

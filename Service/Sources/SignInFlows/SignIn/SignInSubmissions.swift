package import AccountStorage
package import SignInWithApple

/// What an app needs to show Apple's sheet.
package struct BegunNativeSignIn: Sendable {
    /// Names the attempt when it is completed; a secret of this app instance.
    package let attempt: String
    /// The app gives Apple the lowercase hexadecimal SHA-256 of this text.
    package let nonce: String
    /// Seconds until the attempt's end.
    package let expiresIn: Int
}

/// What an app got from Apple's sheet. Nothing here but the identity token says who somebody is.
package struct NativeSubmission: Sendable {
    /// From the start of the attempt.
    package let attempt: String
    /// The identity token of the credential.
    package let identityToken: String
    /// The authorization code of the credential, if there is one.
    package let code: String?
    /// The name, which Apple hands out the first time only; unsigned.
    package let name: FirstSignInUser?
    /// Apple's guess whether a person is real, as the device reports it: carried because the API takes it, and read
    /// by no flow yet. It is unsigned, so none may ever decide by it; the signed value stands in the identity token.
    package let realUserStatus: Int?

    /// Collects what an app sent.
    package init(
        attempt: String, identityToken: String, code: String?, name: FirstSignInUser?, realUserStatus: Int? = nil
    ) {
        self.attempt = attempt
        self.identityToken = identityToken
        self.code = code
        self.name = name
        self.realUserStatus = realUserStatus
    }
}

/// What a browser needs to go to Apple and to be known when it comes back.
package struct BegunWebSignIn: Sendable {
    /// Where to send the browser.
    package let authorizationURL: String
    /// Sixteen hexadecimal characters; the flow cookie is `siwa-flow-` and this.
    package let flowID: String
    /// The value of the flow cookie.
    package let browserProof: String
    /// How long the flow cookie lives.
    package let lifetime: Duration
    /// The attempt, for steps that the HTTP layer tells.
    package let attempt: AttemptID
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

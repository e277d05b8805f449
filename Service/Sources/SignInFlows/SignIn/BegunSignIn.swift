package import AccountStorage

/// What an app needs to show Apple's sheet.
package struct BegunNativeSignIn: Sendable {
    /// Names the attempt when it is completed; a secret of this app instance.
    package let attempt: String
    /// The app gives Apple the lowercase hexadecimal SHA-256 of this text.
    package let nonce: String
    /// Seconds until the attempt's end.
    package let expiresIn: Int
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

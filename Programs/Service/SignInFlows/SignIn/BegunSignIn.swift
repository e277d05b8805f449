package import AccountStorage

/// What an app needs to show Apple's sheet.
package struct BegunNativeSignIn: Sendable {
    /// Identifies the attempt when it is completed. A secret of this app instance.
    package let attempt: String
    /// The nonce. The app passes its SHA-256 to Apple as lowercase hexadecimal digits.
    package let nonce: String
    /// Seconds until the attempt expires.
    package let expiresIn: Int
}

/// What a browser needs to go to Apple and to be recognised when it returns.
package struct BegunWebSignIn: Sendable {
    /// Where to send the browser.
    package let authorizationURL: String
    /// Sixteen hexadecimal characters. The name of the flow cookie is `siwa-flow-` followed by them.
    package let flowID: String
    /// The value of the flow cookie.
    package let browserProof: String
    /// The lifetime of the flow cookie.
    package let lifetime: Duration
    /// The attempt's identifier, for the steps that the HTTP layer reports.
    package let attempt: AttemptID
}

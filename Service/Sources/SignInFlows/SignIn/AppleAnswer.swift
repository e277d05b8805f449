package import SignInWithApple

/// What an app or a browser brought from Apple. Nothing here but the identity token says who somebody is.
package struct AppleAnswer: Sendable {
    /// Names the attempt: what an app got when it began, or a browser's `state`.
    package let attempt: String
    /// The identity token, not verified yet.
    package let identityToken: String
    /// The authorization code, if there is one.
    package let code: AuthorizationCode?
    /// The name, which Apple hands out the first time only; unsigned.
    package let name: FirstSignInUser?
    /// Who the answer says it is from (`iss`, RFC 9207); nil where it does not say, as Apple's does not.
    let issuer: String?

    /// Collects what came.
    package init(
        attempt: String, identityToken: String, code: String?, name: FirstSignInUser?, issuer: String? = nil
    ) {
        self.attempt = attempt
        self.identityToken = identityToken
        self.code = code.map { AuthorizationCode(secretValue: $0) }
        self.name = name
        self.issuer = issuer
    }

    /// SHA-256 over token and code, both secrets of whoever brings them. It is stored with the attempt, so that the same answer
    /// is known when it comes again.
    var hash: [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/answer".utf8)
        fields.append(identityToken.utf8)
        if let code { fields.append(code.secretValue.utf8) }
        return fields.sha256
    }
}

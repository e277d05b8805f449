package import SignInWithApple

/// Apple's response to a sign-in, as an app or a browser delivers it. Only its identity token proves who the person is.
package struct AppleAnswer: Sendable {
    /// Identifies the attempt: the value that an app got when it began, or a browser's `state`.
    package let attempt: String
    /// The identity token, not yet verified.
    package let identityToken: String
    /// The authorization code, if there is one.
    package let code: AuthorizationCode?
    /// The name, which Apple sends only the first time. It is not signed.
    package let name: FirstSignInUser?
    /// The issuer that the response names (`iss`, RFC 9207); nil if it names none. Apple's responses name none.
    let issuer: String?

    /// Collects the parts of the response.
    package init(
        attempt: String, identityToken: String, code: String?, name: FirstSignInUser?, issuer: String? = nil
    ) {
        self.attempt = attempt
        self.identityToken = identityToken
        self.code = code.map { AuthorizationCode(secretValue: $0) }
        self.name = name
        self.issuer = issuer
    }

    /// SHA-256 over the token and the code, which are both secrets. It is stored with the attempt, so that the same
    /// answer is recognised when it is sent again.
    var hash: [UInt8] {
        var fields = LengthPrefixedFields(label: "answer")
        fields.append(identityToken.utf8)
        if let code { fields.append(code.secretValue.utf8) }
        return fields.sha256
    }
}

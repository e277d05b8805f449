extension SignInEnvironment {
    /// The provider. Only routes of the provider call its flows, and they exist only if it is configured.
    var provider: OpenIDProvider {
        get throws(SignInError) {
            guard let openID else { throw .refused(.openIDOff) }
            return openID
        }
    }

    /// The public keys of access tokens, and of ID tokens if there is a provider, for `/.well-known/jwks.json`.
    package var publicKeySetJSON: [UInt8] {
        openID?.idTokens.publicKeys.keySet ?? accessTokens.publicKeySetJSON
    }
}

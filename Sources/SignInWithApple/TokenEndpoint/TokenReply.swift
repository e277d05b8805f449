/// What Apple's token endpoint grants.
public struct TokenReply: Sendable, Equatable {
    /// Useful for revocation and team transfer only; Apple has no resource it opens.
    public let accessToken: AccessToken
    /// Only in the answer to a code; a refresh never brings another.
    public let refreshToken: RefreshToken?
    /// Seconds the access token lives, 3600 as of today.
    public let expiresIn: Int
    /// An identity token, not yet verified; optional in the answer to a refresh.
    public let identityToken: String?

    /// A reply by hand, for tests of code that takes one.
    public init(accessToken: AccessToken, refreshToken: RefreshToken?, expiresIn: Int, identityToken: String?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.identityToken = identityToken
    }
}

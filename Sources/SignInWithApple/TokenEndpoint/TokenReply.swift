/// A successful answer of Apple's token endpoint.
public struct TokenReply: Sendable, Equatable {
    /// The access token. It is useful only for revocation and team transfer. Apple has no resources to access with it.
    public let accessToken: AccessToken
    /// The refresh token. Only the exchange of a code returns one, a refresh never does.
    public let refreshToken: RefreshToken?
    /// The lifetime of the access token in seconds, currently 3600.
    public let expiresIn: Int
    /// An identity token, not yet verified. It is optional in the answer to a refresh.
    public let identityToken: String?

    /// Creates a reply, for tests of code that takes one.
    public init(accessToken: AccessToken, refreshToken: RefreshToken?, expiresIn: Int, identityToken: String?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.identityToken = identityToken
    }
}

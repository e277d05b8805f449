/// A session's tokens and the account they belong to.
public struct SessionReply: Codable, Sendable, Equatable {
    /// Short-lived proof for our own and other services.
    public var accessToken: String
    /// Always `Bearer`.
    public var tokenType: String
    /// Seconds until the access token ends.
    public var expiresIn: Int
    /// Asks for the next pair of tokens; replaced at every refresh.
    public var refreshToken: String
    /// The account that signed in.
    public var account: AccountReply

    /// Tokens as the service answers them.
    public init(accessToken: String, expiresIn: Int, refreshToken: String, account: AccountReply) {
        self.accessToken = accessToken
        self.tokenType = "Bearer"
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.account = account
    }

    enum CodingKeys: String, CodingKey {
        case account
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
    }
}

/// Asks for new tokens of a session.
public struct SessionRefreshRequest: Codable, Sendable, Equatable {
    /// The newest refresh token of the session.
    public var refreshToken: String
    /// The name, in the service's configuration, of the client that signed in. A token that another client presents is
    /// stolen: its session ends (RFC 6749 section 6).
    public var client: String

    /// A request of this client with this refresh token.
    public init(refreshToken: String, client: String) {
        self.refreshToken = refreshToken
        self.client = client
    }

    enum CodingKeys: String, CodingKey {
        case client
        case refreshToken = "refresh_token"
    }
}

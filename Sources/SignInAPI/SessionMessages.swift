/// A session's tokens and the account they belong to.
public struct SessionReply: Codable, Sendable, Equatable {
    /// A short-lived access token for this and other services.
    public var accessToken: String
    /// Always `Bearer`.
    public var tokenType: String
    /// Seconds until the access token expires.
    public var expiresIn: Int
    /// The refresh token. Every refresh replaces it.
    public var refreshToken: String
    /// The account that signed in.
    public var account: AccountReply
    /// An offer to merge an account that the person had before the app moved to another developer team. Its `merge` is that
    /// account, and only this session can answer it, with `merge`. `nil` if there is no such account.
    public var offer: AccountQuestionReply?

    /// Creates a reply.
    public init(accessToken: String, expiresIn: Int, refreshToken: String, account: AccountReply) {
        self.accessToken = accessToken
        self.tokenType = "Bearer"
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.account = account
    }

    enum CodingKeys: String, CodingKey {
        case account, offer
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
    }
}

/// A request for new tokens of a session.
public struct SessionRefreshRequest: RequestMessage, Equatable {
    /// The newest refresh token of the session.
    public var refreshToken: String
    /// The configured name of the client that signed in. A token that another client presents was stolen, so its
    /// session ends (RFC 6749 section 6).
    public var client: String

    /// Creates a request of this client with this refresh token.
    public init(refreshToken: String, client: String) {
        self.refreshToken = refreshToken
        self.client = client
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case client
        case refreshToken = "refresh_token"
    }
}

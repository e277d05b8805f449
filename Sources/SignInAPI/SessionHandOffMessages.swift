/// A request for a code with which a web view begins with the app's session.
public struct SessionHandOffRequest: RequestMessage, Equatable {
    /// The newest refresh token of the session, which only the app has.
    public var refreshToken: String
    /// The page that the code opens: `account`, `link`, `password` or `deletion`.
    public var page: String

    /// Creates a request for a code for this page.
    public init(refreshToken: String, page: String) {
        self.refreshToken = refreshToken
        self.page = page
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case page
        case refreshToken = "refresh_token"
    }
}

/// A code for one web view. It is a secret, and can be used once.
public struct SessionHandOffReply: Codable, Sendable, Equatable {
    /// The code, for the form of ``Paths/webHandOff``.
    public var code: String
    /// Seconds until the code expires.
    public var expiresIn: Int

    /// Creates a reply.
    public init(code: String, expiresIn: Int) {
        self.code = code
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case code
        case expiresIn = "expires_in"
    }
}

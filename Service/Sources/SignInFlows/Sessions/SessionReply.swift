public import AccountStorage

/// What a caller gets who signed in.
public struct SignedIn: Sendable {
    /// The new session.
    public let session: Session
    /// The account, as stored.
    public let account: Account
    /// Whether this sign-in made the account.
    public let isNewAccount: Bool
    /// Whether this is the reply to a request that was answered before.
    public let isRepeated: Bool
    /// For the `Authorization` header.
    public let accessToken: String
    /// Seconds until the access token's end.
    public let expiresIn: Int
    /// For an app that keeps its session; a browser gets the cookie instead.
    public let refreshToken: String
    /// The value of the session cookie.
    public let sessionCookie: String
}

/// What a caller gets who renewed a session.
public struct RenewedSession: Sendable {
    /// The session after the renewal.
    public let session: Session
    /// Its account.
    public let account: Account
    /// For the `Authorization` header.
    public let accessToken: String
    /// Seconds until the access token's end.
    public let expiresIn: Int
    /// The successor of the refresh token that came.
    public let refreshToken: String
}

/// Somebody who proved a session that was alive when its row was read. Only ``SessionAuthentication`` makes one.
public struct SignedInSession: Sendable {
    /// The session.
    public let session: Session
    /// Its account.
    public let account: Account

    init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }
}

package import AccountStorage

/// What a caller gets who signed in.
package struct SignedIn: Sendable {
    /// The new session.
    package let session: Session
    /// The account, as stored.
    package let account: Account
    /// Whether this sign-in made the account.
    package let isNewAccount: Bool
    /// Whether this is the reply to a request that was answered before.
    package let isRepeated: Bool
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token's end.
    package let expiresIn: Int
    /// For an app that keeps its session; a browser gets the cookie instead.
    package let refreshToken: String
    /// The value of the session cookie.
    package let sessionCookie: String
}

/// What a caller gets who renewed a session.
package struct RenewedSession: Sendable {
    /// The session after the renewal.
    package let session: Session
    /// Its account.
    package let account: Account
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token's end.
    package let expiresIn: Int
    /// The successor of the refresh token that came.
    package let refreshToken: String
}

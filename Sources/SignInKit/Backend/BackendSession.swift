/// A session as a backend returns it.
public struct BackendSession: Sendable, Equatable {
    /// The token for requests to the backend and others that trust it.
    public var accessToken: Secret
    /// Seconds until the access token expires. Nil if it does not expire.
    public var expiresIn: Int?
    /// The token that renews the session. Nil if there is only one token, and after a renewal that did not replace it.
    public var refreshToken: Secret?
    /// The account that is signed in.
    public var account: SignInAccount
    /// The sign-in service's offer to merge an account that the person had before the app moved to another developer team.
    var offer: OpenQuestion?

    /// Creates a session.
    public init(
        accessToken: Secret, expiresIn: Int? = nil, refreshToken: Secret? = nil, account: SignInAccount
    ) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.account = account
    }
}

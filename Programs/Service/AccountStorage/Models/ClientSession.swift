public import Foundation

/// What a session of platform ``Platform/openID`` has besides other sessions: it belongs to a client of the OpenID
/// Provider and began under a browser's session.
public struct ClientSession: Sendable, Equatable {
    /// The session, and the `sid` of the client's tokens.
    public let id: SessionID
    /// The browser's session. It changes when the same person signs in again in that browser.
    public var parentID: SessionID
    /// The account of the session.
    public let accountID: AccountID
    /// The `client_id` of the client.
    public let client: String
    /// The granted scopes, separated by spaces.
    public let scope: String
    /// The `claims` of the authorization request as JSON; `nil` if it had none.
    public let claims: String?
    /// Whether the session outlives its parent (scope `offline_access`).
    public let isDetached: Bool
    /// When the record can be removed: never before the session is over and its client was told.
    public let expiresAt: Date

    /// A client's session with these values.
    public init(
        id: SessionID, parentID: SessionID, accountID: AccountID, client: String, scope: String, claims: String?,
        isDetached: Bool, expiresAt: Date
    ) {
        self.id = id
        self.parentID = parentID
        self.accountID = accountID
        self.client = client
        self.scope = scope
        self.claims = claims
        self.isDetached = isDetached
        self.expiresAt = expiresAt
    }
}

/// A client that has to be told that a session ended (OpenID Connect Back-Channel Logout section 2.5).
public struct LogoutNotice: Sendable, Equatable {
    /// The client's session.
    public let session: ClientSession
    /// How often the client was told, including the attempt for which the notice was taken.
    public let attempts: Int

    /// A notice with these values.
    public init(session: ClientSession, attempts: Int) {
        self.session = session
        self.attempts = attempts
    }
}

public import Foundation

/// Identifies one authorization code. It is derived from the code, which is not stored.
public typealias ClientAuthorizationCodeID = Identifier<ClientAuthorizationCode>

/// A code that a client of the OpenID Provider exchanges for tokens, once (OpenID Connect Core section 3.1.3).
///
/// An app's web view has such a code, too, with which it takes over the app's session: that is then both the parent and
/// the session, and the redirect URI is the name of a page.
public struct ClientAuthorizationCode: Sendable, Equatable {
    /// Derived from the code.
    public let id: ClientAuthorizationCodeID
    /// The `client_id` of the client that asked for the code.
    public let client: String
    /// The redirect URI of the authorization request.
    public let redirectURI: String
    /// The granted scopes, separated by spaces.
    public let scope: String
    /// The `code_challenge` of the request (RFC 7636, method S256); `nil` if it had none.
    public let codeChallenge: String?
    /// The `nonce` of the request; `nil` if it had none.
    public let nonce: String?
    /// The `claims` of the request as JSON; `nil` if it had none.
    public let claims: String?
    /// The browser's session under which the person let the client in.
    public let parentID: SessionID
    /// The account of that session.
    public let accountID: AccountID
    /// When the code was issued.
    public let createdAt: Date
    /// When the code expires.
    public let expiresAt: Date
    /// When the code was exchanged; `nil` if it was not.
    public var usedAt: Date?
    /// The client's session that began with the exchange; `nil` before it.
    public var sessionID: SessionID?

    /// A code with these values.
    public init(
        id: ClientAuthorizationCodeID, client: String, redirectURI: String, scope: String, codeChallenge: String?,
        nonce: String?, claims: String?, parentID: SessionID, accountID: AccountID, createdAt: Date, expiresAt: Date,
        usedAt: Date? = nil, sessionID: SessionID? = nil
    ) {
        self.id = id
        self.client = client
        self.redirectURI = redirectURI
        self.scope = scope
        self.codeChallenge = codeChallenge
        self.nonce = nonce
        self.claims = claims
        self.parentID = parentID
        self.accountID = accountID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
        self.sessionID = sessionID
    }
}

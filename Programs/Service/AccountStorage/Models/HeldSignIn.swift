public import Foundation

/// Identifies one held sign-in. Derived from the handle that the app's backend gets.
public typealias HeldSignInID = Identifier<HeldSignIn>

/// A sign-in that got no session, because the person's new account waits for a decision.
///
/// With it the backend can name the account, and the person gets the session once the account is open. It exists for
/// minutes.
public struct HeldSignIn: Sendable, Equatable {
    /// Derived from the handle.
    public let id: HeldSignInID
    /// The account that waits.
    public var accountID: AccountID
    /// The identity that was proven.
    public var identityID: IdentityID
    /// The session that begins once the account is open.
    public var sessionID: SessionID
    /// The configured name of the client.
    public var client: String
    /// Where the browser goes afterwards; `nil` for apps.
    public var returnTarget: String?
    /// When Apple issued the token.
    public var provenAt: Date
    /// When the sign-in was held.
    public var createdAt: Date
    /// When it expires.
    public var expiresAt: Date

    /// A held sign-in with these values.
    public init(
        id: HeldSignInID, accountID: AccountID, identityID: IdentityID, sessionID: SessionID, client: String,
        returnTarget: String?, provenAt: Date, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.identityID = identityID
        self.sessionID = sessionID
        self.client = client
        self.returnTarget = returnTarget
        self.provenAt = provenAt
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

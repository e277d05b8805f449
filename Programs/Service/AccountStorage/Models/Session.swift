public import Foundation

/// Identifies one session.
public typealias SessionID = Identifier<Session>

/// A signed-in device or browser. It contains no secret: the tokens of its holder are derived from a server key.
public struct Session: Sendable, Equatable {
    /// Starts with the time at which it was generated, so that sessions are appended.
    public let id: SessionID
    /// The account that is signed in.
    public var accountID: AccountID
    /// The configured name of the client that signed in, or the `client_id` of a client of the OpenID Provider.
    public var clientID: String
    /// The platform on which the person signed in.
    public var platform: Platform
    /// The browser and its system as the person knows them, such as `Firefox (Windows)`; `nil` for an app, and for a
    /// browser that does not say what it is.
    public var browser: String?
    /// The Apple identity with which the person signed in; `nil` for a password.
    public var identityID: IdentityID?
    /// Apple's identifier of the client at which the person signed in with Apple; `nil` for a password.
    public var appleClientID: String?
    /// When the session began.
    public var createdAt: Date
    /// When the person last authenticated, with Apple or with their password.
    public var authenticatedAt: Date
    /// The number of the refresh token that was issued last. A session starts with number 0.
    public var counter: Int64
    /// The number of the first refresh token that was issued in exchange for `usedCounter`. No token from here to
    /// `counter` was used yet.
    public var firstCounter: Int64
    /// The number of the refresh token that was used last; -1 before the first use.
    public var usedCounter: Int64
    /// When the session was last used to renew its tokens or its browser's cookie.
    public var renewedAt: Date
    /// When the session expires.
    public var expiresAt: Date
    /// When the session was ended; `nil` if it was not.
    public var endedAt: Date?

    /// A session with these values.
    ///
    /// - Parameters:
    ///   - firstCounter: `nil` for `counter` itself: only one token has not been used yet.
    ///   - usedCounter: `nil` for the number before `counter`.
    ///   - grant: the identity and the client of a sign-in with Apple.
    ///   - browser: the browser and its system, as the person knows them.
    public init(
        id: SessionID, accountID: AccountID, clientID: String, platform: Platform, createdAt: Date,
        authenticatedAt: Date, counter: Int64, firstCounter: Int64? = nil, usedCounter: Int64? = nil,
        renewedAt: Date, expiresAt: Date, endedAt: Date?, grant: (IdentityID, clientID: String)? = nil,
        browser: String? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.clientID = clientID
        self.platform = platform
        self.createdAt = createdAt
        self.authenticatedAt = authenticatedAt
        self.counter = counter
        self.firstCounter = firstCounter ?? counter
        self.usedCounter = usedCounter ?? counter - 1
        self.renewedAt = renewedAt
        self.expiresAt = expiresAt
        self.endedAt = endedAt
        identityID = grant?.0
        appleClientID = grant?.clientID
        self.browser = browser
    }

    /// Whether the session is valid at `moment`: it was not ended and has not expired.
    public func isLive(at moment: Date) -> Bool {
        endedAt == nil && moment < expiresAt
    }
}

/// The platform on which a person signs in.
public enum Platform: String, Sendable, CaseIterable {
    /// An app on one of Apple's devices.
    case native
    /// A browser.
    case web
    /// An app on Android, through a browser.
    case android
    /// A client of the OpenID Provider, under a browser's session.
    case openID = "openid"
}

/// A session that was ended. Services need this if they verify access tokens themselves.
public struct EndedSession: Sendable, Equatable {
    /// The session.
    public let id: SessionID
    /// When it was ended.
    public let endedAt: Date

    /// An ended session with these values.
    public init(id: SessionID, endedAt: Date) {
        self.id = id
        self.endedAt = endedAt
    }
}

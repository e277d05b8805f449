public import Foundation

/// Names one session.
public typealias SessionID = Identifier<Session>

/// A signed-in device or browser. Nothing in it is secret: what its holder presents is computed from a server key.
public struct Session: Sendable, Equatable {
    /// Begins with the time it was drawn, so that sessions are appended.
    public let id: SessionID
    /// Whose session it is.
    public var accountID: AccountID
    /// The configured name of the client that signed in.
    public var clientID: String
    /// What the person signed in with.
    public var platform: Platform
    /// When the session began.
    public var createdAt: Date
    /// When the person last proved themselves, to Apple or by their password.
    public var authenticatedAt: Date
    /// The number of the refresh token that was given last; a session begins with number 0.
    public var counter: Int64
    /// The first number that was given for `usedCounter`: from here to `counter` no token was used yet.
    public var firstCounter: Int64
    /// The number of the refresh token that was used last; -1 while none was.
    public var usedCounter: Int64
    /// When the session was last used to renew its tokens or its browser's cookie.
    public var renewedAt: Date
    /// From when the session is over.
    public var expiresAt: Date
    /// When somebody ended the session; `nil` while nobody did.
    public var endedAt: Date?

    /// A session with these values.
    ///
    /// - Parameters:
    ///   - firstCounter: `nil` for `counter` itself: one token is out.
    ///   - usedCounter: `nil` for the number before `counter`.
    public init(
        id: SessionID, accountID: AccountID, clientID: String, platform: Platform, createdAt: Date,
        authenticatedAt: Date, counter: Int64, firstCounter: Int64? = nil, usedCounter: Int64? = nil,
        renewedAt: Date, expiresAt: Date, endedAt: Date?
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
    }

    /// Whether the session lets its holder in at `moment`: it has not been ended and is not over.
    public func isLive(at moment: Date) -> Bool {
        endedAt == nil && moment < expiresAt
    }
}

/// What a person signs in with.
public enum Platform: String, Sendable, CaseIterable {
    /// An app on one of Apple's devices.
    case native
    /// A browser.
    case web
    /// An app on Android, through a browser.
    case android
}

/// A session that somebody ended, for services that check access tokens themselves.
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

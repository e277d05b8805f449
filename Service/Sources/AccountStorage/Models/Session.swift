public import Foundation

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
    /// How often the session was renewed: the refresh token that counts is the one made for this number.
    public var counter: Int64
    /// When `counter` last changed.
    public var renewedAt: Date
    /// From when the session is over.
    public var expiresAt: Date
    /// When somebody ended the session; `nil` while nobody did.
    public var endedAt: Date?

    /// A session with these values.
    public init(
        id: SessionID, accountID: AccountID, clientID: String, platform: Platform, createdAt: Date,
        authenticatedAt: Date, counter: Int64, renewedAt: Date, expiresAt: Date, endedAt: Date?
    ) {
        self.id = id
        self.accountID = accountID
        self.clientID = clientID
        self.platform = platform
        self.createdAt = createdAt
        self.authenticatedAt = authenticatedAt
        self.counter = counter
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

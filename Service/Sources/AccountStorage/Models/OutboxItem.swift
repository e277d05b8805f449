public import Foundation

/// Names one thing to be done at Apple.
public typealias OutboxItemID = Identifier<OutboxItem>

/// Something that must be done at Apple, however often it takes.
public struct OutboxItem: Sendable, Equatable {
    /// What is to be done.
    public enum Kind: String, Sendable, CaseIterable {
        /// Revoke a refresh token, because its account was deleted.
        case revocation
        /// Ask whether a refresh token still stands.
        case validation
    }

    /// Begins with the time it was drawn, so that items are appended.
    public let id: OutboxItemID
    /// What is to be done.
    public var kind: Kind
    /// Whose account it is, or was.
    public var accountID: AccountID
    /// Under which identity the token was sealed.
    public var identityID: IdentityID
    /// Apple's name of the client that earned the token.
    public var clientID: String
    /// Apple's refresh token, encrypted.
    public var sealedRefreshToken: [UInt8]
    /// Whether Apple ever took the token from this client.
    public var wasSeenAlive: Bool
    /// When it was asked for.
    public var createdAt: Date
    /// From when a worker may take it: later after each try, and while one has it.
    public var dueAt: Date
    /// How often it was taken.
    public var attempts: Int
    /// Whether Apple answered yes, so that only the proof is missing.
    public var isAsked: Bool
    /// Why the last try did not end it, as a stable code.
    public var lastCode: String?

    /// An item with these values.
    public init(
        id: OutboxItemID, kind: Kind, accountID: AccountID, identityID: IdentityID, clientID: String,
        sealedRefreshToken: [UInt8], createdAt: Date, dueAt: Date, attempts: Int = 0, isAsked: Bool = false,
        lastCode: String? = nil, wasSeenAlive: Bool = true
    ) {
        self.id = id
        self.kind = kind
        self.accountID = accountID
        self.identityID = identityID
        self.clientID = clientID
        self.sealedRefreshToken = sealedRefreshToken
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.attempts = attempts
        self.isAsked = isAsked
        self.lastCode = lastCode
        self.wasSeenAlive = wasSeenAlive
    }
}

/// How much waits in the outbox.
public struct OutboxBacklog: Sendable, Equatable {
    /// How many items.
    public let count: Int
    /// When the oldest of them was asked for.
    public let oldestAt: Date?

    /// A backlog with these values.
    public init(count: Int, oldestAt: Date?) {
        self.count = count
        self.oldestAt = oldestAt
    }
}

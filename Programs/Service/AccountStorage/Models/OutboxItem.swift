public import Foundation

/// Identifies one item of the outbox.
public typealias OutboxItemID = Identifier<OutboxItem>

/// A request to Apple that is retried until it is done.
public struct OutboxItem: Sendable, Equatable {
    /// What to request from Apple.
    public enum Kind: String, Sendable, CaseIterable {
        /// Revoke a refresh token, because its account was deleted.
        case revocation
        /// Check whether a refresh token is still valid.
        case validation
    }

    /// Starts with the time at which it was generated, so that items are appended.
    public let id: OutboxItemID
    /// What to request from Apple.
    public var kind: Kind
    /// The account, which may have been deleted since.
    public var accountID: AccountID
    /// The identity for which the token was sealed.
    public var identityID: IdentityID
    /// Apple's identifier of the client that obtained the token.
    public var clientID: String
    /// Apple's refresh token, encrypted.
    public var sealedRefreshToken: [UInt8]
    /// Whether Apple ever accepted the token from this client.
    public var wasSeenAlive: Bool
    /// When it was recorded.
    public var createdAt: Date
    /// When a worker may take it. Moved into the future while a worker has it and after each attempt.
    public var dueAt: Date
    /// When a worker last took it; `nil` before that, and once it is certain that its request no longer reaches Apple.
    public var takenAt: Date?
    /// How often a worker took it.
    public var attempts: Int
    /// Whether Apple accepted the request, so that only the proof is missing.
    public var isAsked: Bool
    /// Why the last attempt did not complete it, as a stable code.
    public var lastCode: String?

    /// An item with these values.
    public init(
        id: OutboxItemID, kind: Kind, accountID: AccountID, identityID: IdentityID, clientID: String,
        sealedRefreshToken: [UInt8], createdAt: Date, dueAt: Date, attempts: Int = 0, isAsked: Bool = false,
        lastCode: String? = nil, wasSeenAlive: Bool = true, takenAt: Date? = nil
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
        self.takenAt = takenAt
    }
}

/// How many items wait in the outbox.
public struct OutboxBacklog: Sendable, Equatable {
    /// The number of items.
    public let count: Int
    /// When the oldest of them was recorded.
    public let oldestAt: Date?

    /// A backlog with these values.
    public init(count: Int, oldestAt: Date?) {
        self.count = count
        self.oldestAt = oldestAt
    }
}

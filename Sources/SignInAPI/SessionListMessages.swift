#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The live sessions of an account, the newest first; a hundred at most.
public struct SessionsReply: Codable, Sendable, Equatable {
    /// The sessions.
    public var sessions: [SessionEntry]

    /// Sessions as the service answers them.
    public init(sessions: [SessionEntry]) {
        self.sessions = sessions
    }
}

/// One device or browser that is signed in.
public struct SessionEntry: Codable, Sendable, Equatable {
    /// Names the session when it is to be ended; no secret.
    public var id: String
    /// The configured name of the client.
    public var client: String
    /// `native`, `web` or `android`.
    public var platform: String
    /// Whether it is the one that asks.
    public var isCurrent: Bool
    /// When it began (RFC 3339, UTC).
    public var createdAt: String
    /// When it was last renewed (RFC 3339, UTC).
    public var renewedAt: String
    /// When it ends unless it is used (RFC 3339, UTC).
    public var expiresAt: String

    /// A session as the service answers it.
    public init(
        id: String, client: String, platform: String, isCurrent: Bool, createdAt: Date, renewedAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.client = client
        self.platform = platform
        self.isCurrent = isCurrent
        self.createdAt = Timestamp.text(of: createdAt)
        self.renewedAt = Timestamp.text(of: renewedAt)
        self.expiresAt = Timestamp.text(of: expiresAt)
    }

    enum CodingKeys: String, CodingKey {
        case id, client, platform
        case isCurrent = "is_current"
        case createdAt = "created_at"
        case renewedAt = "renewed_at"
        case expiresAt = "expires_at"
    }
}

/// Asks for the end of one session of the account.
public struct SessionEndRequest: Codable, Sendable, Equatable {
    /// The session's `id` from the list.
    public var session: String

    /// A request for the session of this name.
    public init(session: String) {
        self.session = session
    }
}

/// How many sessions were ended.
public struct SessionsEndedReply: Codable, Sendable, Equatable {
    /// How many.
    public var ended: Int

    /// A count as the service answers it.
    public init(ended: Int) {
        self.ended = ended
    }
}

/// Sessions that somebody ended, oldest first. An access token whose `sid` is among them is no longer good.
public struct EndedSessionsReply: Codable, Sendable, Equatable {
    /// One ended session.
    public struct Entry: Codable, Sendable, Equatable {
        /// The session's identifier, which access tokens carry as `sid`.
        public var session: String
        /// When it was ended (milliseconds since 1970).
        public var endedAt: Int64

        /// An entry as the service answers it.
        public init(session: String, endedAt: Int64) {
            self.session = session
            self.endedAt = endedAt
        }

        enum CodingKeys: String, CodingKey {
            case session
            case endedAt = "ended_at"
        }
    }

    /// The sessions.
    public var sessions: [Entry]
    /// The `since` of the next question. After the last page it lies a minute back, since a session can be stored later
    /// than it was ended, and clocks differ; entries may therefore come twice.
    public var next: String
    /// Whether there is more to be asked for at once.
    public var more: Bool

    /// Ended sessions as the service answers them.
    public init(sessions: [Entry], next: String, more: Bool) {
        self.sessions = sessions
        self.next = next
        self.more = more
    }
}

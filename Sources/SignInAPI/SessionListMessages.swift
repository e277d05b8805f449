#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The live sessions of an account, newest first, a hundred at most.
public struct SessionsReply: Codable, Sendable, Equatable {
    /// The sessions.
    public var sessions: [SessionEntry]

    /// Creates a list.
    public init(sessions: [SessionEntry]) {
        self.sessions = sessions
    }
}

/// A device or browser that is signed in.
public struct SessionEntry: Codable, Sendable, Equatable {
    /// The session's id, with which it can be ended. It is not a secret.
    public var id: String
    /// The configured name of the client, or the `client_id` of an OpenID client.
    public var client: String
    /// `native`, `web`, `android` or `openid`. Later versions may add others.
    public var platform: String
    /// With the platform `web`, the browser and its system as the person knows them, such as `Firefox (Windows)`.
    public var browser: String?
    /// Whether it is the session of this request.
    public var isCurrent: Bool
    /// When it began (RFC 3339, UTC).
    public var createdAt: String
    /// When it was last renewed (RFC 3339, UTC).
    public var renewedAt: String
    /// When it expires if it is not renewed (RFC 3339, UTC).
    public var expiresAt: String

    /// Creates a session.
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
        case id, client, platform, browser
        case isCurrent = "is_current"
        case createdAt = "created_at"
        case renewedAt = "renewed_at"
        case expiresAt = "expires_at"
    }
}

/// A request to end one session of the account.
public struct SessionEndRequest: RequestMessage, Equatable {
    /// The session's `id` from the list.
    public var session: String

    /// Creates a request for this session.
    public init(session: String) {
        self.session = session
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case session
    }
}

/// The number of sessions that were ended.
public struct SessionsEndedReply: Codable, Sendable, Equatable {
    /// The number.
    public var ended: Int

    /// Creates a count.
    public init(ended: Int) {
        self.ended = ended
    }
}

/// Ended sessions, oldest first. An access token whose `sid` is among them is no longer valid.
public struct EndedSessionsReply: Codable, Sendable, Equatable {
    /// One ended session.
    public struct Entry: Codable, Sendable, Equatable {
        /// The session's id, which is the `sid` of its access tokens.
        public var session: String
        /// When it was ended (milliseconds since 1970).
        public var endedAt: Int64

        /// Creates an entry.
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
    /// The value of `since` for the next request. After the last page it is a minute in the past, because a session may
    /// be stored later than it was ended, and clocks differ. So entries may be returned twice.
    public var next: String
    /// Whether more entries can be requested at once.
    public var more: Bool

    /// Creates a page of ended sessions.
    public init(sessions: [Entry], next: String, more: Bool) {
        self.sessions = sessions
        self.next = next
        self.more = more
    }
}

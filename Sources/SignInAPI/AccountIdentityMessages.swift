public import Foundation

/// The ways into one's own account.
public struct AccountIdentitiesReply: Codable, Sendable, Equatable {
    /// The oldest first.
    public var identities: [AccountIdentityEntry]

    /// A list as the service answers it.
    public init(identities: [AccountIdentityEntry]) {
        self.identities = identities
    }
}

/// One way into the account: a person at Apple, as one team knows them.
public struct AccountIdentityEntry: Codable, Sendable, Equatable {
    /// Names the identity when it is unlinked.
    public var id: String
    /// Who vouches for the person.
    public var issuer: String
    /// The developer team.
    public var teamID: String
    /// When it was linked (RFC 3339, UTC).
    public var createdAt: String
    /// Whether the account can do without it.
    public var canUnlink: Bool

    /// An identity as the service answers it.
    public init(id: String, issuer: String, teamID: String, createdAt: Date, canUnlink: Bool) {
        self.id = id
        self.issuer = issuer
        self.teamID = teamID
        self.createdAt = Timestamp.text(of: createdAt)
        self.canUnlink = canUnlink
    }

    enum CodingKeys: String, CodingKey {
        case id, issuer
        case teamID = "team_id"
        case createdAt = "created_at"
        case canUnlink = "can_unlink"
    }
}

/// Which identity to unlink.
public struct AccountUnlinkRequest: Codable, Sendable, Equatable {
    /// Its identifier from the list.
    public var identity: String

    /// A request to unlink this identity.
    public init(identity: String) {
        self.identity = identity
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The ways into one's own account.
public struct AccountIdentitiesReply: Codable, Sendable, Equatable {
    /// The oldest first.
    public var identities: [AccountIdentityEntry]
    /// Who the person is at other providers, as the app knew it: nobody signs in here by them. Absent where there is none.
    public var foreign: [ForeignIdentityEntry]?

    /// A list as the service answers it.
    public init(identities: [AccountIdentityEntry], foreign: [ForeignIdentityEntry]? = nil) {
        self.identities = identities
        self.foreign = foreign
    }
}

/// Who the account's person is at another provider.
public struct ForeignIdentityEntry: Codable, Sendable, Equatable {
    /// Names the identity when it is left, like one at Apple when it is unlinked.
    public var id: String
    /// Who vouched for the person.
    public var issuer: String
    /// When it was imported (RFC 3339, UTC).
    public var createdAt: String
    /// Whether it can be left: once an Apple Account leads to the account.
    public var canUnlink: Bool

    /// An identity as the service answers it.
    public init(id: String, issuer: String, createdAt: Date, canUnlink: Bool) {
        self.id = id
        self.issuer = issuer
        self.createdAt = Timestamp.text(of: createdAt)
        self.canUnlink = canUnlink
    }

    enum CodingKeys: String, CodingKey {
        case id, issuer
        case createdAt = "created_at"
        case canUnlink = "can_unlink"
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

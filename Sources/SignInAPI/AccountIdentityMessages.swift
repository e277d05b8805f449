#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The identities that lead to one's own account.
public struct AccountIdentitiesReply: Codable, Sendable, Equatable {
    /// The identities at Apple, oldest first.
    public var identities: [AccountIdentityEntry]
    /// The person's identities at other providers, as the app imported them. They are not used for sign-in here. `nil`
    /// if there are none.
    public var foreign: [ForeignIdentityEntry]?

    /// Creates a list.
    public init(identities: [AccountIdentityEntry], foreign: [ForeignIdentityEntry]? = nil) {
        self.identities = identities
        self.foreign = foreign
    }
}

/// An identity of the account's owner at another provider.
public struct ForeignIdentityEntry: Codable, Sendable, Equatable {
    /// The id for removing the identity, as for unlinking an identity at Apple.
    public var id: String
    /// The provider.
    public var issuer: String
    /// When it was imported (RFC 3339, UTC).
    public var createdAt: String
    /// Whether it can be removed. This requires that an Apple Account leads to the account.
    public var canUnlink: Bool

    /// Creates an identity.
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

/// An identity that leads to the account: a person at Apple, as one team knows them.
public struct AccountIdentityEntry: Codable, Sendable, Equatable {
    /// The id for unlinking the identity.
    public var id: String
    /// The issuer of the identity.
    public var issuer: String
    /// The developer team.
    public var teamID: String
    /// When it was linked (RFC 3339, UTC).
    public var createdAt: String
    /// Whether the identity can be unlinked without locking the person out.
    public var canUnlink: Bool

    /// Creates an identity.
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

/// A request to unlink an identity.
public struct AccountUnlinkRequest: RequestMessage, Equatable {
    /// The identity's id from the list.
    public var identity: String

    /// Creates a request to unlink this identity.
    public init(identity: String) {
        self.identity = identity
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case identity
    }
}

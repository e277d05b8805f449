public import Foundation

/// A person's name as they typed it.
public struct PersonName: Codable, Sendable, Equatable {
    /// The given name.
    public var given: String?
    /// The family name.
    public var family: String?

    /// A name of one or two parts.
    public init(given: String?, family: String?) {
        self.given = given
        self.family = family
    }
}

/// An account as its owner sees it.
public struct AccountReply: Codable, Sendable, Equatable {
    /// The account's identifier; stable, ours, and not Apple's.
    public var id: String
    /// The name from the first sign-in, where there is one.
    public var name: PersonName?
    /// The address Apple gave, where there is one.
    public var email: String?
    /// Whether `email` is a relay address of Apple's.
    public var isPrivateEmail: Bool
    /// When the account was made.
    public var createdAt: Date

    /// An account as the service answers it.
    public init(id: String, name: PersonName?, email: String?, isPrivateEmail: Bool, createdAt: Date) {
        self.id = id
        self.name = name
        self.email = email
        self.isPrivateEmail = isPrivateEmail
        self.createdAt = createdAt
    }

    /// Reads an account; `created_at` is a time of RFC 3339 in UTC.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(PersonName.self, forKey: .name)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        isPrivateEmail = try container.decode(Bool.self, forKey: .isPrivateEmail)
        let text = try container.decode(String.self, forKey: .createdAt)
        guard let date = Timestamp.date(from: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .createdAt, in: container, debugDescription: "not a time of RFC 3339 in UTC")
        }
        createdAt = date
    }

    /// Writes an account; absent values are written as `null`, so that readers see every member.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(email, forKey: .email)
        try container.encode(isPrivateEmail, forKey: .isPrivateEmail)
        try container.encode(Timestamp.text(of: createdAt), forKey: .createdAt)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, email
        case isPrivateEmail = "is_private_email"
        case createdAt = "created_at"
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person's name as they typed it.
public struct PersonName: Codable, Sendable, Equatable {
    /// The given name.
    public var given: String?
    /// The family name.
    public var family: String?

    /// Creates a name of one or two parts.
    public init(given: String?, family: String?) {
        self.given = given
        self.family = family
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case given, family
    }
}

extension PersonName {
    /// The members of a name in a request, in the four spellings that apps have it in: ours, that of Apple's `user`
    /// object, that of `PersonNameComponents` and of Expo, and snake case.
    ///
    /// `PersonNameComponents` has four more parts, which Apple's sheet leaves empty.
    /// https://developer.apple.com/documentation/foundation/personnamecomponents
    static let members = RequestMembers(
        CodingKeys.self,
        spellings: [
            "firstName": .given, "lastName": .family, "givenName": .given, "familyName": .family,
            "given_name": .given, "family_name": .family,
        ], unused: ["namePrefix", "middleName", "nameSuffix", "nickname"])
}

/// An account as its owner sees it.
public struct AccountReply: Codable, Sendable, Equatable {
    /// The account's id. It is stable, and the service's own instead of Apple's.
    public var id: String
    /// The name from the first sign-in, if there is one.
    public var name: PersonName?
    /// The person's address, if there is one. It is contact data: never use it to find an account or to grant a right.
    public var email: String?
    /// Whether `email` was proven to be the person's: by Apple, by the app at an import, or by an answered mail.
    /// Anybody could have entered an address without proof, for instance an administrator of managed Apple Accounts.
    public var isEmailVerified: Bool
    /// Whether `email` is one of Apple's relay addresses.
    public var isPrivateEmail: Bool
    /// Whether mail to `email` arrives, as far as the service knows; nil if it does not say. False means: send nothing, and
    /// ask the person in the app.
    public var canReceiveMail: Bool?
    /// When the account was created.
    public var createdAt: Date

    /// Creates an account.
    ///
    /// - Parameter isEmailVerified: ignored if there is no address.
    public init(
        id: String, name: PersonName?, email: String?, isEmailVerified: Bool, isPrivateEmail: Bool, createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.isEmailVerified = email != nil && isEmailVerified
        self.isPrivateEmail = isPrivateEmail
        self.createdAt = createdAt
    }

    /// Decodes an account. `created_at` is an RFC 3339 time in UTC. If the flag for the address's proof is missing,
    /// nothing was proven.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(PersonName.self, forKey: .name)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        isEmailVerified = try container.decodeIfPresent(Bool.self, forKey: .isEmailVerified) ?? false
        isPrivateEmail = try container.decode(Bool.self, forKey: .isPrivateEmail)
        canReceiveMail = try container.decodeIfPresent(Bool.self, forKey: .canReceiveMail)
        let text = try container.decode(String.self, forKey: .createdAt)
        guard let date = Timestamp.date(from: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .createdAt, in: container, debugDescription: "not a time of RFC 3339 in UTC")
        }
        createdAt = date
    }

    /// Encodes an account. Missing values are encoded as `null`, so that readers see every member, except for
    /// `can_receive_mail`, which most replies do not have.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(email, forKey: .email)
        try container.encode(isEmailVerified, forKey: .isEmailVerified)
        try container.encode(isPrivateEmail, forKey: .isPrivateEmail)
        try container.encodeIfPresent(canReceiveMail, forKey: .canReceiveMail)
        try container.encode(Timestamp.text(of: createdAt), forKey: .createdAt)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, email
        case isEmailVerified = "is_email_verified"
        case isPrivateEmail = "is_private_email"
        case canReceiveMail = "can_receive_mail"
        case createdAt = "created_at"
    }
}

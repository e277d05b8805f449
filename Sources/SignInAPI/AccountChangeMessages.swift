/// A request to change the name of one's own account.
public struct AccountNameRequest: RequestMessage, Equatable {
    /// The new name. Parts that are left out are removed.
    public var name: PersonName

    /// Creates a request with this name.
    public init(name: PersonName) {
        self.name = name
    }

    /// The members of the request.
    public static let members = RequestMembers(
        CodingKeys.self, spellings: ["fullName": .name], objects: [.name: PersonName.members])

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name
    }
}

/// The result of deleting an account. The account itself no longer exists.
public struct AccountDeletionReply: Codable, Sendable, Equatable {
    /// `queued`: Apple will be asked to revoke its permission. `impossible`: there is no token to revoke, so the person
    /// has to stop using the app in their Apple Account.
    public var revocation: String
    /// The page that explains how to do that.
    public var byHand: String

    /// Apple's page on how to stop using an app.
    public static let stopUsing = "https://support.apple.com/102571"

    /// Creates a result.
    public init(revocation: String) {
        self.revocation = revocation
        byHand = Self.stopUsing
    }

    enum CodingKeys: String, CodingKey {
        case revocation
        case byHand = "by_hand"
    }
}

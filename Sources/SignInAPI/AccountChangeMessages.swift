/// Asks for another spelling of one's own name.
public struct AccountNameRequest: Codable, Sendable, Equatable {
    /// The name as the person wants it; parts that are left out are removed.
    public var name: PersonName

    /// A request with this name.
    public init(name: PersonName) {
        self.name = name
    }
}

/// What became of a deleted account. The account itself is gone.
public struct AccountDeletionReply: Codable, Sendable, Equatable {
    /// `queued`: Apple will be asked to revoke its permission. `impossible`: nothing is held that could be revoked, so
    /// the person has to stop using the app at Apple by hand.
    public var revocation: String
    /// Where a person does that.
    public var byHand: String

    /// Where Apple lets a person stop using an app.
    public static let stopUsing = "https://support.apple.com/102571"

    /// A result as the service answers it.
    public init(revocation: String) {
        self.revocation = revocation
        byHand = Self.stopUsing
    }

    enum CodingKeys: String, CodingKey {
        case revocation
        case byHand = "by_hand"
    }
}

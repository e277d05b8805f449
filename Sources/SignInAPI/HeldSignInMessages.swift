#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request about a held sign-in, by the handle that the app or browser got.
public struct HeldSignInRequest: RequestMessage, Equatable {
    /// The handle. It is a secret.
    public var handle: String

    /// Creates a request about this sign-in.
    public init(handle: String) {
        self.handle = handle
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case handle
    }
}

/// Whom a held sign-in is about.
public struct HeldSignInReply: Codable, Sendable, Equatable {
    /// The account that waits, as its owner would see it.
    public var account: AccountReply
    /// Its id in the app's own system, if it has one.
    public var externalID: String?
    /// When sign-in to it was disabled (RFC 3339, UTC); absent once it was accepted.
    public var disabledAt: String?
    /// The number of identities that lead to it.
    public var identities: Int
    /// The configured name of the client.
    public var client: String
    /// What the person signed in with: `native`, `web` or `android`.
    public var platform: String?
    /// Apple's real-user status of the first sign-in: 0, 1 or 2; absent if the device reported none.
    public var realUserStatus: Int?
    /// Whether the account still waits for a decision.
    public var isWaiting: Bool
    /// When the sign-in was held (RFC 3339, UTC).
    public var heldAt: String
    /// When the handle expires (RFC 3339, UTC).
    public var expiresAt: String

    /// Creates a reply.
    public init(
        account: AccountReply, externalID: String?, disabledAt: Date?, identities: Int, client: String,
        platform: String?, realUserStatus: Int?, isWaiting: Bool, heldAt: Date, expiresAt: Date
    ) {
        self.account = account
        self.externalID = externalID
        self.disabledAt = disabledAt.map(Timestamp.text(of:))
        self.identities = identities
        self.client = client
        self.platform = platform
        self.realUserStatus = realUserStatus
        self.isWaiting = isWaiting
        self.heldAt = Timestamp.text(of: heldAt)
        self.expiresAt = Timestamp.text(of: expiresAt)
    }

    enum CodingKeys: String, CodingKey {
        case account, identities, client, platform
        case externalID = "external_id"
        case disabledAt = "disabled_at"
        case realUserStatus = "real_user_status"
        case isWaiting = "is_waiting"
        case heldAt = "held_at"
        case expiresAt = "expires_at"
    }
}

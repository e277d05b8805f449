#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An account as the app's backend sees it.
public struct BackendAccountReply: Codable, Sendable, Equatable {
    /// The account as its owner sees it.
    public var account: AccountReply
    /// Its name in the app's own system, where it has one.
    public var externalID: String?
    /// When it was closed to sign-in (RFC 3339, UTC).
    public var disabledAt: String?
    /// How many identities lead to it.
    public var identities: Int

    /// An account as the service answers it.
    public init(account: AccountReply, externalID: String?, disabledAt: Date?, identities: Int) {
        self.account = account
        self.externalID = externalID
        self.disabledAt = disabledAt.map(Timestamp.text(of:))
        self.identities = identities
    }

    enum CodingKeys: String, CodingKey {
        case account, identities
        case externalID = "external_id"
        case disabledAt = "disabled_at"
    }
}

/// Which account is meant: one of the two.
public struct BackendAccountRequest: Codable, Sendable, Equatable {
    /// Our identifier.
    public var account: String?
    /// The name in the app's own system.
    public var externalID: String?

    /// A request about the account of this name.
    public init(account: String? = nil, externalID: String? = nil) {
        self.account = account
        self.externalID = externalID
    }

    enum CodingKeys: String, CodingKey {
        case account
        case externalID = "external_id"
    }
}

/// Asks for a link ticket for a signed-in user of the app.
public struct LinkTicketRequest: Codable, Sendable, Equatable {
    /// The user's name in the app's own system.
    public var externalID: String
    /// What the person is shown as the account they are about to link.
    public var label: String?

    /// A request for this user.
    public init(externalID: String, label: String? = nil) {
        self.externalID = externalID
        self.label = label
    }

    enum CodingKeys: String, CodingKey {
        case label
        case externalID = "external_id"
    }
}

/// A link ticket: good for one sign-in.
public struct LinkTicketReply: Codable, Sendable, Equatable {
    /// For the person's app or browser; a secret.
    public var ticket: String
    /// Seconds until its end.
    public var expiresIn: Int

    /// A ticket as the service answers it.
    public init(ticket: String, expiresIn: Int) {
        self.ticket = ticket
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case ticket
        case expiresIn = "expires_in"
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An account as the app's backend sees it.
public struct BackendAccountReply: Codable, Sendable, Equatable {
    /// The account as its owner sees it.
    public var account: AccountReply
    /// Its id in the app's own system, if it has one.
    public var externalID: String?
    /// When sign-in to it was disabled (RFC 3339, UTC).
    public var disabledAt: String?
    /// The number of identities that lead to it.
    public var identities: Int
    /// Whether mail to its address arrives, if that is a relay address.
    public var emailDelivery: EmailDeliveryReply?

    /// Creates an account.
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
        case emailDelivery = "email_delivery"
    }
}

/// Whether mail to a relay address arrives.
public struct EmailDeliveryReply: Codable, Sendable, Equatable {
    /// `unknown`, `reachable`, `forwarding_off`, `sender_refused`, `gone` or `deferred`.
    public var state: String
    /// Since when (RFC 3339, UTC).
    public var since: String
    /// Why, as a stable code.
    public var cause: String?

    /// Creates a state.
    public init(state: String, since: Date, cause: String?) {
        self.state = state
        self.since = Timestamp.text(of: since)
        self.cause = cause
    }
}

/// A request about one account, named by one of the two ids.
public struct BackendAccountRequest: RequestMessage, Equatable {
    /// The account's id at the service.
    public var account: String?
    /// The account's id in the app's own system.
    public var externalID: String?

    /// Creates a request about this account.
    public init(account: String? = nil, externalID: String? = nil) {
        self.account = account
        self.externalID = externalID
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case account
        case externalID = "external_id"
    }
}

/// A request to remove everybody except the owner from an account.
public struct AccountRecoveryRequest: RequestMessage, Equatable {
    /// The user's id in the app's own system.
    public var externalID: String

    /// Creates a request for this user.
    public init(externalID: String) {
        self.externalID = externalID
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case externalID = "external_id"
    }
}

/// A request for a link ticket for a signed-in user of the app.
public struct LinkTicketRequest: RequestMessage, Equatable {
    /// The user's id in the app's own system.
    public var externalID: String
    /// The text that the person sees for the account they are about to link.
    public var label: String?

    /// Creates a request for this user.
    public init(externalID: String, label: String? = nil) {
        self.externalID = externalID
        self.label = label
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self, optional: [.label])

    enum CodingKeys: String, CodingKey, CaseIterable {
        case label
        case externalID = "external_id"
    }
}

/// A link ticket. It is valid for one sign-in.
public struct LinkTicketReply: Codable, Sendable, Equatable {
    /// The ticket for the person's app or browser. It is a secret.
    public var ticket: String
    /// Seconds until the ticket expires.
    public var expiresIn: Int

    /// Creates a ticket.
    public init(ticket: String, expiresIn: Int) {
        self.ticket = ticket
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case ticket
        case expiresIn = "expires_in"
    }
}

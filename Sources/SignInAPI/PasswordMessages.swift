#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Signs somebody in with a name and a password.
public struct PasswordSignInRequest: Codable, Sendable, Equatable {
    /// The configured name of the app.
    public var client: String
    /// The name or e-mail address as it was typed.
    public var name: String
    /// The password.
    public var password: String

    /// A request to sign in.
    public init(client: String, name: String, password: String) {
        self.client = client
        self.name = name
        self.password = password
    }
}

/// Asks for a new password by mail.
public struct PasswordResetMailRequest: Codable, Sendable, Equatable {
    /// The name or e-mail address as it was typed.
    public var name: String

    /// A request for mail.
    public init(name: String) {
        self.name = name
    }
}

/// Sets a new password by a mailed code.
public struct PasswordResetRequest: Codable, Sendable, Equatable {
    /// From the mail.
    public var token: String
    /// The new password.
    public var password: String

    /// A request to set this password.
    public init(token: String, password: String) {
        self.token = token
        self.password = password
    }
}

/// Replaces the password of one's own account.
public struct PasswordChangeRequest: Codable, Sendable, Equatable {
    /// The password that is replaced; not needed within minutes of a sign-in.
    public var current: String?
    /// The new one.
    public var password: String

    /// A request to change the password.
    public init(current: String? = nil, password: String) {
        self.current = current
        self.password = password
    }
}

/// Begins the sign-in by Apple after which the account has no password any more.
public struct PasswordUpgradeRequest: Codable, Sendable, Equatable {
    /// The configured name of the app.
    public var client: String

    /// A request to begin.
    public init(client: String) {
        self.client = client
    }
}

/// What a person is told of the password of their own account.
public struct AccountPasswordReply: Codable, Sendable, Equatable {
    /// Whether the account has one.
    public var hasPassword: Bool
    /// Since when (RFC 3339, UTC).
    public var since: String?
    /// What is typed with it.
    public var names: [String]

    /// An answer about a password.
    public init(since: Date?, names: [String]) {
        hasPassword = since != nil
        self.since = since.map(Timestamp.text(of:))
        self.names = names
    }

    enum CodingKeys: String, CodingKey {
        case since, names
        case hasPassword = "has_password"
    }
}

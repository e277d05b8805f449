#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request to sign in with a name and a password.
public struct PasswordSignInRequest: RequestMessage, Equatable {
    /// The configured name of the app.
    public var client: String
    /// The name or e-mail address as typed.
    public var name: String
    /// The password.
    public var password: String

    /// Creates a request to sign in.
    public init(client: String, name: String, password: String) {
        self.client = client
        self.name = name
        self.password = password
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case client, name, password
    }
}

/// A request for a mail to set a new password.
public struct PasswordResetMailRequest: RequestMessage, Equatable {
    /// The name or e-mail address as typed.
    public var name: String

    /// Creates a request for mail.
    public init(name: String) {
        self.name = name
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name
    }
}

/// A request to set a new password with a mailed code.
public struct PasswordResetRequest: RequestMessage, Equatable {
    /// The code from the mail.
    public var token: String
    /// The new password.
    public var password: String

    /// Creates a request to set this password.
    public init(token: String, password: String) {
        self.token = token
        self.password = password
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case token, password
    }
}

/// A request to change the password of one's own account.
public struct PasswordChangeRequest: RequestMessage, Equatable {
    /// The current password. It is not required within minutes of a sign-in.
    public var current: String?
    /// The new password.
    public var password: String

    /// Creates a request to change the password.
    public init(current: String? = nil, password: String) {
        self.current = current
        self.password = password
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case current, password
    }
}

/// A request to begin the sign-in with Apple that replaces the account's password.
public struct PasswordUpgradeRequest: RequestMessage, Equatable {
    /// The configured name of the app.
    public var client: String

    /// Creates a request to begin.
    public init(client: String) {
        self.client = client
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case client
    }
}

/// The status of one's own account's password.
public struct AccountPasswordReply: Codable, Sendable, Equatable {
    /// Whether the account has a password.
    public var hasPassword: Bool
    /// Since when the account has it (RFC 3339, UTC).
    public var since: String?
    /// The names that the person can type with it.
    public var names: [String]

    /// Creates a status.
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

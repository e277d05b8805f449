public import Foundation

/// What is known about the password of an account.
public struct PasswordFacts: Sendable, Equatable {
    /// Since when the account has its password. Nil if it has none.
    public let since: Date?
    /// The names that the person can type with it.
    public let names: [String]

    /// Creates facts.
    public init(since: Date?, names: [String]) {
        self.since = since
        self.names = names
    }

    /// Whether the account has a password.
    public var hasPassword: Bool { since != nil }
}

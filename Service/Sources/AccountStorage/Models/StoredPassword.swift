public import Foundation

/// The password of an account, as a hash that says how it was made. An account that has none has no row.
public struct StoredPassword: Sendable, Equatable {
    /// Whose password it is.
    public let accountID: AccountID
    /// The hash with its algorithm, parameters and salt, as text.
    public var hash: String
    /// When the person chose it, or when it was imported.
    public var changedAt: Date

    /// A password with these values.
    public init(accountID: AccountID, hash: String, changedAt: Date) {
        self.accountID = accountID
        self.hash = hash
        self.changedAt = changedAt
    }
}

/// A hash can be guessed at, so it is printed nowhere.
extension StoredPassword: CustomStringConvertible, CustomReflectable {
    /// The account, and no hash.
    public var description: String { "StoredPassword(of: \(accountID))" }

    /// Shows no hash to `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Names one login name; derived from its one spelling.
public typealias LoginNameID = Identifier<LoginName>

/// What a person types to say who they are: a name or an e-mail address. It leads to one account.
public struct LoginName: Sendable, Equatable {
    /// Derived from the name in its one spelling, so that it can be found without an index on the name.
    public let id: LoginNameID
    /// The account that it leads to.
    public var accountID: AccountID
    /// The name in its one spelling.
    public var name: String
    /// When it began to lead to the account.
    public var createdAt: Date
    /// When its owner last proved that mail to this address reaches them; `nil` while nobody did, and for other names.
    public var provenAt: Date?

    /// A name with these values.
    public init(id: LoginNameID, accountID: AccountID, name: String, createdAt: Date, provenAt: Date? = nil) {
        self.id = id
        self.accountID = accountID
        self.name = name
        self.createdAt = createdAt
        self.provenAt = provenAt
    }

    /// Whether it is an e-mail address: no other name has an `@` in it.
    public var isAddress: Bool { name.utf8.contains(UInt8(ascii: "@")) }
}

/// Names one count of tries; derived from what is counted.
public typealias PasswordTriesID = Identifier<PasswordTries>

/// How often in a row something was tried that somebody could guess at or annoy with.
public struct PasswordTries: Sendable, Equatable {
    /// Derived from what is counted: an account, a name as it is typed, or a browser in which the password was right before.
    public let id: PasswordTriesID
    /// How many tries.
    public var count: Int
    /// From when the next one is allowed; `nil` for at once.
    public var delayedUntil: Date?
    /// From when nobody needs the count any more.
    public var expiresAt: Date

    /// A count with these values.
    public init(id: PasswordTriesID, count: Int, delayedUntil: Date?, expiresAt: Date) {
        self.id = id
        self.count = count
        self.delayedUntil = delayedUntil
        self.expiresAt = expiresAt
    }
}

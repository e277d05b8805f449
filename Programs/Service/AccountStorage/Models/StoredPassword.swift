public import Foundation

/// The password of an account, as a hash with its algorithm and parameters. An account without a password has no row.
public struct StoredPassword: Sendable, Equatable {
    /// The account that it belongs to.
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

/// A hash permits guesses at the password, so it is never printed.
extension StoredPassword: CustomStringConvertible, CustomReflectable {
    /// The account, without the hash.
    public var description: String { "StoredPassword(of: \(accountID))" }

    /// Hides the hash from `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Identifies one login name. Derived from its normalised form.
public typealias LoginNameID = Identifier<LoginName>

/// What a person types to say who they are: a name or an e-mail address. It belongs to one account.
public struct LoginName: Sendable, Equatable {
    /// Derived from the name in its normalised form, so that it can be found without an index on the name.
    public let id: LoginNameID
    /// The account that it belongs to.
    public var accountID: AccountID
    /// The name in its normalised form.
    public var name: String
    /// When it was assigned to the account.
    public var createdAt: Date
    /// When its owner last proved that mail to this address reaches them; `nil` before that, and for other names.
    public var provenAt: Date?

    /// A name with these values.
    public init(id: LoginNameID, accountID: AccountID, name: String, createdAt: Date, provenAt: Date? = nil) {
        self.id = id
        self.accountID = accountID
        self.name = name
        self.createdAt = createdAt
        self.provenAt = provenAt
    }

    /// Whether it is an e-mail address: no other name contains an `@`.
    public var isAddress: Bool { name.utf8.contains(UInt8(ascii: "@")) }
}

/// Identifies one count of tries. Derived from what is counted.
public typealias PasswordTriesID = Identifier<PasswordTries>

/// How often in a row something was tried that can be used to guess a secret or to harass somebody.
public struct PasswordTries: Sendable, Equatable {
    /// Derived from what is counted: an account, a name as typed, or a browser in which the password was right before.
    public let id: PasswordTriesID
    /// The number of tries.
    public var count: Int
    /// When the next try is allowed; `nil` if it is allowed at once.
    public var delayedUntil: Date?
    /// When the count is no longer needed.
    public var expiresAt: Date

    /// A count with these values.
    public init(id: PasswordTriesID, count: Int, delayedUntil: Date?, expiresAt: Date) {
        self.id = id
        self.count = count
        self.delayedUntil = delayedUntil
        self.expiresAt = expiresAt
    }
}

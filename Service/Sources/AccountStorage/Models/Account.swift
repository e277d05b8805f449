public import Foundation

/// A person's account with us.
public struct Account: Sendable, Equatable {
    /// Drawn at random when the account is made.
    public let id: AccountID
    /// As the person gave it, if they did.
    public var givenName: String?
    /// As the person gave it, if they did.
    public var familyName: String?
    /// Contact data, never a key: another account may have the same.
    public var email: String?
    /// Whether Apple said that the address was proved.
    public var isEmailVerified: Bool
    /// Whether the address is one of Apple's relay addresses.
    public var isPrivateEmail: Bool
    /// When the account was made.
    public var createdAt: Date
    /// When the account was closed to sign-in; `nil` while it is open.
    public var disabledAt: Date?

    /// An account with these values.
    public init(
        id: AccountID, givenName: String?, familyName: String?, email: String?, isEmailVerified: Bool,
        isPrivateEmail: Bool, createdAt: Date, disabledAt: Date?
    ) {
        self.id = id
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isPrivateEmail = isPrivateEmail
        self.createdAt = createdAt
        self.disabledAt = disabledAt
    }
}

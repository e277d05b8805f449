public import Foundation

/// A way to sign in to an account: a person as a provider knows them.
public struct SignInIdentity: Sendable, Equatable, Identifiable {
    /// The id, with which it is removed.
    public let id: String
    /// The provider, such as `https://appleid.apple.com`.
    public let issuer: String
    /// When it was added. Nil if the backend does not say.
    public let addedAt: Date?
    /// Whether it can be removed. The last way to sign in cannot.
    public let canUnlink: Bool

    /// Creates a way to sign in.
    public init(id: String, issuer: String, addedAt: Date? = nil, canUnlink: Bool) {
        self.id = id
        self.issuer = issuer
        self.addedAt = addedAt
        self.canUnlink = canUnlink
    }

    /// Apple's issuer, as identity tokens name it.
    public static let apple = "https://appleid.apple.com"

    /// Whether it is an Apple Account.
    public var isApple: Bool { issuer == Self.apple }
}

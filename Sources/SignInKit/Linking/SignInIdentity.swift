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
    /// Whether it is an Apple Account.
    public let isApple: Bool

    /// Creates a way to sign in. Unless `isApple` says otherwise, Apple's issuer names an Apple Account.
    ///
    /// - Parameters:
    ///   - id: the id, with which it is removed.
    ///   - issuer: the provider.
    ///   - addedAt: when it was added.
    ///   - canUnlink: whether it can be removed.
    ///   - isApple: whether it is an Apple Account, if the issuer does not say so: an emulator of Apple has its own.
    public init(id: String, issuer: String, addedAt: Date? = nil, canUnlink: Bool, isApple: Bool? = nil) {
        self.id = id
        self.issuer = issuer
        self.addedAt = addedAt
        self.canUnlink = canUnlink
        self.isApple = isApple ?? (issuer == Self.apple)
    }

    /// Apple's issuer, as identity tokens name it.
    public static let apple = "https://appleid.apple.com"
}

public import Foundation

/// An attempt to sign in, opened by the service. It binds Apple's answer to this sign-in.
public struct SignInAttempt: Sendable, Equatable {
    /// The attempt's id at the service. It can be used once.
    public let id: Secret
    /// The nonce itself. It stays in the app, and Apple receives ``hashedNonce``.
    public let nonce: Secret
    /// When the attempt expires at the service.
    public let expiresAt: Date

    /// Creates an attempt from the service's values.
    public init(id: Secret, nonce: Secret, expiresAt: Date) {
        self.id = id
        self.nonce = nonce
        self.expiresAt = expiresAt
    }

    /// The value that Apple copies into the identity token: the lowercase hexadecimal SHA-256 of the nonce.
    public var hashedNonce: String { HexadecimalDigest.of(nonce.exposed) }

    /// The value that Apple returns with the credential. It is derived from the attempt's 256 random bits, so it needs
    /// no random generator of its own. It is hashed, so it does not reveal the attempt.
    public var state: String { HexadecimalDigest.of("state " + id.exposed) }
}

public import Foundation

/// One try to sign in, opened by the service: what binds Apple's answer to it.
public struct SignInAttempt: Sendable, Equatable {
    /// Names the attempt at the service; single use.
    public let id: Secret
    /// The raw nonce. It stays in the app; Apple is given ``hashedNonce``.
    public let nonce: Secret
    /// From this moment on, the service does not take an answer any more.
    public let expiresAt: Date

    /// An attempt as the service opened it.
    public init(id: Secret, nonce: Secret, expiresAt: Date) {
        self.id = id
        self.nonce = nonce
        self.expiresAt = expiresAt
    }

    /// What Apple copies into the identity token: the lower-case hexadecimal SHA-256 of the nonce.
    public var hashedNonce: String { HexadecimalDigest.of(nonce.exposed) }

    /// What Apple returns beside the credential. Made from the attempt's 256 random bits, so that it needs no generator
    /// of its own, and hashed, so that it does not give the attempt away.
    public var state: String { HexadecimalDigest.of("state " + id.exposed) }
}

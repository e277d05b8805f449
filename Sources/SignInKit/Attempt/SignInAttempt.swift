public import Foundation

/// An attempt to sign in. It binds Apple's answer to this sign-in.
public struct SignInAttempt: Sendable, Equatable {
    /// The attempt's id. At the sign-in service it can be used once.
    public let id: Secret
    /// The nonce itself. It stays in the app, and Apple receives ``hashedNonce``. Empty in an attempt without a nonce.
    public let nonce: Secret
    /// When the attempt expires. Until then an unreachable backend is asked again.
    public let expiresAt: Date

    /// Creates an attempt from the values of a backend.
    public init(id: Secret, nonce: Secret, expiresAt: Date) {
        self.id = id
        self.nonce = nonce
        self.expiresAt = expiresAt
    }

    /// Creates an attempt on this device, for a backend that creates none: id and nonce of 256 random bits each, valid
    /// for ten minutes. Apple's code is valid for five minutes only (Apple, "Generate and validate tokens"), so a backend
    /// that exchanges it may refuse a late repetition.
    ///
    /// - Parameters:
    ///   - now: the current time.
    ///   - generator: a cryptographically secure generator.
    public static func random(
        at now: Date, using generator: inout some RandomNumberGenerator
    ) -> SignInAttempt {
        SignInAttempt(
            id: Secret(hexadecimal(&generator)), nonce: Secret(hexadecimal(&generator)),
            expiresAt: now.addingTimeInterval(600))
    }

    /// Creates an attempt on this device with the system's generator, which is cryptographically secure.
    public static func random(at now: Date) -> SignInAttempt {
        var generator = SystemRandomNumberGenerator()
        return random(at: now, using: &generator)
    }

    /// Creates an attempt without a nonce, for a backend that receives Apple's code instead of the identity token, and
    /// refuses a nonce that it did not choose. Only the exchange of the code at Apple then protects the sign-in.
    public static func withoutNonce(at now: Date) -> SignInAttempt {
        let random = random(at: now)
        return SignInAttempt(id: random.id, nonce: Secret(""), expiresAt: random.expiresAt)
    }

    private static func hexadecimal(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The value that Apple copies into the identity token: the lowercase hexadecimal SHA-256 of the nonce.
    public var hashedNonce: String { HexadecimalDigest.of(nonce.exposed) }

    /// The nonce of the request to Apple: ``hashedNonce``, or nil in an attempt without a nonce.
    public var requestNonce: String? { nonce.exposed.isEmpty ? nil : hashedNonce }

    /// The value that Apple returns with the credential. It is derived from the attempt's 256 random bits, so it needs
    /// no random generator of its own. It is hashed, so it does not reveal the attempt.
    public var state: String { Self.state(of: id) }

    static func state(of id: Secret) -> String { HexadecimalDigest.of("state " + id.exposed) }
}

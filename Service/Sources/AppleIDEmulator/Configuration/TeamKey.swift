import Crypto
import JSONWebTokens

/// A key that signs client secrets. The emulator needs only its public half.
enum TeamKey {
    /// Reads a P-256 public key in PEM (SubjectPublicKeyInfo).
    static func read(publicKeyPEM pem: String, keyID: String) throws -> VerificationKey {
        let point = Array(try P256.Signing.PublicKey(pemRepresentation: pem).rawRepresentation)
        return try JSONWebKey(
            p256X: Base64URL.encode(point[..<32]), y: Base64URL.encode(point[32...]), keyID: keyID
        ).verificationKey()
    }

    /// Makes a key from random bytes, so that a seed gives the same key each time.
    static func make(keyID: String, _ randomBytes: (Int) -> [UInt8]) throws -> SigningKey {
        // the bytes are no key if they are 0 or not below the order of the curve, which happens once in 2^32 times
        for _ in 0..<16 {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: randomBytes(32)) else { continue }
            return try SigningKey(pem: key.pemRepresentation, keyID: keyID, requiring: .es256)
        }
        throw EmulatorFault.noKeyInRandomBytes
    }

    /// The public half of a private key, so that one key file configures both sides.
    static func publicPEM(ofPrivateKeyPEM pem: String, keyID: String) throws -> String {
        _ = try SigningKey(pem: pem, keyID: keyID, requiring: .es256)
        return try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey.pemRepresentation
    }
}

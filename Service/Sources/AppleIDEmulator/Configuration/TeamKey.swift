import Crypto
import JSONWebTokens

/// The public half of a key that signs client secrets.
enum TeamKey {
    /// Reads a P-256 public key in PEM (SubjectPublicKeyInfo).
    static func read(publicKeyPEM pem: String, keyID: String) throws -> VerificationKey {
        let point = Array(try P256.Signing.PublicKey(pemRepresentation: pem).rawRepresentation)
        return try JSONWebKey(
            p256X: Base64URL.encode(point[..<32]), y: Base64URL.encode(point[32...]), keyID: keyID
        ).verificationKey()
    }

    /// The public half of a private key, so that one key file configures both sides.
    static func publicPEM(ofPrivateKeyPEM pem: String, keyID: String) throws -> String {
        _ = try SigningKey(pem: pem, keyID: keyID, requiring: .es256)
        return try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey.pemRepresentation
    }
}

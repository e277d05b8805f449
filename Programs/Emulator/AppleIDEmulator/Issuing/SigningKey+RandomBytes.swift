import Crypto
import JSONWebTokens

extension SigningKey {
    /// Makes a P-256 key from random bytes, so that a seed gives the same key each time.
    static func makeES256(keyID: String, drawing randomBytes: (Int) -> [UInt8]) throws -> SigningKey {
        // the bytes are no key if they are 0 or not below the order of the curve, which happens once in 2^32 times
        for _ in 0..<16 {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: randomBytes(32)) else { continue }
            return try SigningKey(pem: key.pemRepresentation, keyID: keyID, requiring: .es256)
        }
        throw EmulatorFault.noKeyInRandomBytes
    }
}

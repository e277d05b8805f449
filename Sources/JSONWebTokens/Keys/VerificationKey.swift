import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key that is bound to one algorithm and, if it has one, to its id. It verifies nothing else.
public struct VerificationKey: Sendable {
    /// The only algorithm that the key verifies.
    public let algorithm: SignatureAlgorithm
    /// The `kid` under which the key was published.
    public let keyID: String?
    let material: Material

    enum Material: Sendable {
        case p256(P256.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey, modulusLength: Int)
    }

    init(p256 key: P256.Signing.PublicKey, keyID: String?) {
        algorithm = .es256
        self.keyID = keyID
        material = .p256(key)
    }

    /// Creates a key whose size the caller, or the library that made it, has checked.
    init(rsa key: _RSA.Signing.PublicKey, keyID: String?) {
        algorithm = .rs256
        self.keyID = keyID
        material = .rsa(key, modulusLength: (key.keySizeInBits + 7) / 8)
    }

    /// Whether the key made the signature over the message. False for a malformed signature.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        message.withUnsafeBytes { isValidSignature(signature, for: $0) }
    }

    /// Whether the key made the signature over the message. False for a malformed signature.
    ///
    /// An RS256 signature must be as long as the modulus and strict PKCS #1 (RFC 8017, section 8.2.2). An ES256
    /// signature must be r and s of 32 octets each, never DER (RFC 7518, section 3.4). Values that are zero or not
    /// below the group order are refused.
    public func isValidSignature(_ signature: [UInt8], for message: UnsafeRawBufferPointer) -> Bool {
        isValidSignature(signature[...], for: message)
    }

    func isValidSignature(_ signature: ArraySlice<UInt8>, for message: UnsafeRawBufferPointer) -> Bool {
        switch material {
        case .rsa(let key, let modulusLength):
            guard signature.count == modulusLength else { return false }
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: Self.digest(of: message),
                padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard signature.count == 64, signature.prefix(32).contains(where: { $0 != 0 }),
                signature.dropFirst(32).contains(where: { $0 != 0 }),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: Self.digest(of: message))
        }
    }

    static func digest(of message: UnsafeRawBufferPointer) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bufferPointer: message)
        return hash.finalize()
    }
}

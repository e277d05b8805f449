import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key bound to one algorithm and, where it has one, to its id: it verifies nothing else.
public struct VerificationKey: Sendable {
    /// The one algorithm it is for.
    public let algorithm: SignatureAlgorithm
    /// The `kid` it was published under.
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

    /// A key whose size was checked by the caller or by the library that made it.
    init(rsa key: _RSA.Signing.PublicKey, keyID: String?) {
        algorithm = .rs256
        self.keyID = keyID
        material = .rsa(key, modulusLength: (key.keySizeInBits + 7) / 8)
    }

    /// Whether the signature is this key's over the message; a signature of a wrong form is not.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        message.withUnsafeBytes { isValidSignature(signature, for: $0) }
    }

    /// Whether the signature is this key's over the message; a signature of a wrong form is not.
    ///
    /// RS256: as long as the modulus, strict PKCS #1 (RFC 8017, section 8.2.2). ES256: r and s of 32 octets each, never DER
    /// (RFC 7518, section 3.4); zero and what is not below the order are refused.
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

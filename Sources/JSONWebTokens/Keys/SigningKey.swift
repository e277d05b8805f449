import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A private key that is bound to one algorithm. It prints as redacted.
public struct SigningKey: Sendable {
    /// The only algorithm that the key signs with.
    public let algorithm: SignatureAlgorithm
    /// The `kid` of the tokens that the key signs.
    public let keyID: String?
    private let material: Material
    private var type: String?
    private var plainHeader: String

    enum Material: Sendable {
        case p256(P256.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    /// Creates a key from its PEM text: a `.p8` file from Apple (PKCS #8), SEC 1, or RSA. Escaped or missing line
    /// breaks and surrounding quotes are accepted.
    ///
    /// If `algorithm` is given, a key of the other kind is refused. The error names the wrong form: a public key, a
    /// certificate, an encrypted key, …
    public init(
        pem: String, keyID: String?, requiring algorithm: SignatureAlgorithm? = nil
    ) throws(SigningKeyError) {
        self.init(try PrivateKeyDocument(pem).material(requiring: algorithm), keyID: keyID)
    }

    /// Generates a P-256 key.
    public static func makeES256(keyID: String?) -> SigningKey {
        SigningKey(.p256(P256.Signing.PrivateKey()), keyID: keyID)
    }

    /// Generates an RSA key of 2,048 bits.
    public static func makeRS256(keyID: String?) throws(SigningKeyError) -> SigningKey {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else {
            throw SigningKeyError(.keyGeneration, "an RSA key could not be generated")
        }
        return SigningKey(.rsa(key), keyID: keyID)
    }

    private init(_ material: Material, keyID: String?) {
        self.material = material
        self.keyID = keyID
        switch material {
        case .p256: algorithm = .es256
        case .rsa: algorithm = .rs256
        }
        plainHeader = Base64URL.encode(Self.header(keyID: keyID, algorithm: algorithm, type: nil, others: []))
    }

    /// Returns the same key with `type` as the default `typ` of its tokens (RFC 8725, section 3.11).
    public func signing(type: String) -> SigningKey {
        var key = self
        key.type = type
        key.plainHeader = Base64URL.encode(Self.header(keyID: keyID, algorithm: algorithm, type: type, others: []))
        return key
    }

    /// The public half.
    public var verificationKey: VerificationKey {
        switch material {
        case .p256(let key): VerificationKey(p256: key.publicKey, keyID: keyID)
        case .rsa(let key): VerificationKey(rsa: key.publicKey, keyID: keyID)
        }
    }

    /// The public half in the form of a key set.
    public var publicJSONWebKey: JSONWebKey {
        switch material {
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            return JSONWebKey(
                p256X: Base64URL.encode(point.prefix(32)), y: Base64URL.encode(point.suffix(32)), keyID: keyID)
        case .rsa(let key):
            let numbers = try? key.publicKey.getKeyPrimitives()
            return JSONWebKey(
                rsaModulus: Base64URL.encode(numbers?.modulus ?? Data()),
                exponent: Base64URL.encode(numbers?.publicExponent ?? Data()), keyID: keyID)
        }
    }

    /// The private key as PEM (PKCS #8). It is a secret.
    public var pemRepresentation: String {
        switch material {
        case .p256(let key): key.pemRepresentation
        case .rsa(let key): key.pkcs8PEMRepresentation
        }
    }

    /// Signs a compact token. Its header is `{"kid":…,"alg":…}`, in Apple's order, followed by `typ` and the extra
    /// members if given.
    ///
    /// Without both arguments the header is the key's plain one, which has a `typ` if ``signing(type:)`` made the key.
    ///
    /// Throws `key_signing` if the cryptographic library fails.
    public func sign(
        payload: [UInt8], type: String? = nil, extraHeaders: [(name: String, value: JSONValue)] = []
    ) throws(SigningKeyError) -> String {
        guard type != nil || !extraHeaders.isEmpty else {
            return try sign(encodedHeader: plainHeader, payload: payload)
        }
        let header = Self.header(keyID: keyID, algorithm: algorithm, type: type ?? self.type, others: extraHeaders)
        return try sign(header: header, payload: payload)
    }

    /// Signs a compact token with these claims, in this order, and the plain header of
    /// ``sign(payload:type:extraHeaders:)``.
    ///
    /// Throws `key_signing` if the cryptographic library fails.
    public func sign(claims: [(name: String, value: JSONValue)]) throws(SigningKeyError) -> String {
        var payload: [UInt8] = []
        payload.reserveCapacity(256)
        JSONWriter.write(claims, to: &payload)
        return try sign(encodedHeader: plainHeader, payload: payload)
    }

    /// Signs a compact token with exactly this header, for tests and emulators.
    public func sign(header: [UInt8], payload: [UInt8]) throws(SigningKeyError) -> String {
        try sign(encodedHeader: Base64URL.encode(header), payload: payload)
    }

    /// Signs these octets. An RSA signature is as long as the modulus, an ES256 signature is r and s of 32 octets each.
    public func signature(for message: [UInt8]) throws(SigningKeyError) -> [UInt8] {
        let digest = message.withUnsafeBytes { VerificationKey.digest(of: $0) }
        do {
            switch material {
            case .p256(let key):
                return [UInt8](try key.signature(for: digest).rawRepresentation)
            case .rsa(let key):
                return [UInt8](try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        } catch {
            throw SigningKeyError(.keySigning, "the signature could not be created")
        }
    }

    private func sign(encodedHeader: String, payload: [UInt8]) throws(SigningKeyError) -> String {
        var token: [UInt8] = []
        token.reserveCapacity(encodedHeader.utf8.count + payload.count / 3 * 4 + 400)
        token += encodedHeader.utf8
        token.append(UInt8(ascii: "."))
        payload.withUnsafeBufferPointer { Base64URL.append($0, to: &token) }
        let signature = try signature(for: token)
        token.append(UInt8(ascii: "."))
        signature.withUnsafeBufferPointer { Base64URL.append($0, to: &token) }
        return String(decoding: token, as: UTF8.self)
    }

    private static func header(
        keyID: String?, algorithm: SignatureAlgorithm, type: String?, others: [(name: String, value: JSONValue)]
    ) -> [UInt8] {
        var members: [(name: String, value: JSONValue)] = []
        if let keyID { members.append((name: "kid", value: .string(keyID))) }
        members.append((name: "alg", value: .string(algorithm.rawValue)))
        if let type { members.append((name: "typ", value: .string(type))) }
        return others.isEmpty ? JSONObject.json(of: members) : JSONObject(members + others).json
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The algorithm and the id, never the key.
    public var description: String { "SigningKey(\(algorithm.rawValue), \(keyID ?? "no id"), redacted)" }
    /// The algorithm and the id, never the key.
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

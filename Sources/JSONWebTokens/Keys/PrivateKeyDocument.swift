import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one private key that a text holds, in whatever way it was pasted.
///
/// People copy `.p8` files through environment variables, JSON, chat windows and secret stores, which escape or drop
/// line breaks and add quotes. Every unambiguous form is read. Each wrong kind of key is refused with its own code.
struct PrivateKeyDocument {
    /// The PEM label, such as `PRIVATE KEY`.
    private let label: String
    private let der: [UInt8]

    init(_ text: String) throws(SigningKeyError) {
        guard text.utf8.count <= 65_536 else {
            throw SigningKeyError(.keyTextInvalid, "the text is too long for a key")
        }
        let blocks = try PEMBlock.blocks(in: text).filter { $0.label != "EC PARAMETERS" }
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) ?? blocks.first else {
            throw PEMBlock.reasonForNoBlock(in: text)
        }
        if let error = Self.refusal(of: block.label) { throw error }
        guard blocks.count(where: { $0.label.hasSuffix("PRIVATE KEY") }) == 1 else {
            throw SigningKeyError(.keySeveral, "the text holds more than one private key; provide only the one to use")
        }
        guard !block.isEncrypted else { throw Self.encrypted }
        label = block.label
        der = try block.bytes()
    }

    /// The key in a form that can sign.
    func material(requiring algorithm: SignatureAlgorithm?) throws(SigningKeyError) -> SigningKey.Material {
        let kind = try PrivateKeyKind(label: label, der: der)
        switch kind {
        case .p256:
            guard algorithm != .rs256 else {
                throw SigningKeyError(.keyNotRSA, "this is a P-256 key, but an RSA key is required here")
            }
            guard let key = try? P256.Signing.PrivateKey(derRepresentation: der) else {
                throw SigningKeyError.brokenKey
            }
            return .p256(key)
        case .rsa:
            guard algorithm != .es256 else {
                throw SigningKeyError(
                    .keyNotP256, "this is an RSA key; the P-256 key (for Apple the .p8 file) is required")
            }
            return .rsa(try rsaKey())
        }
    }

    private func rsaKey() throws(SigningKeyError) -> _RSA.Signing.PrivateKey {
        guard let key = try? _RSA.Signing.PrivateKey(unsafeDERRepresentation: der) else {
            throw SigningKeyError.brokenKey
        }
        guard key.keySizeInBits >= 2_048 else {
            throw SigningKeyError(.keySize, "the RSA key has \(key.keySizeInBits) bits, fewer than 2048")
        }
        guard key.keySizeInBits <= 8_192 else {
            throw SigningKeyError(.keySize, "the RSA key has \(key.keySizeInBits) bits, more than 8192")
        }
        return key
    }

    static let encrypted = SigningKeyError(
        .keyEncrypted, "the private key is encrypted with a password; provide it unencrypted (openssl pkcs8 -in FILE)")

    /// The refusal for a label that is not a supported private key.
    private static func refusal(of label: String) -> SigningKeyError? {
        switch label {
        case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY":
            nil
        case "PUBLIC KEY", "RSA PUBLIC KEY", "EC PUBLIC KEY":
            SigningKeyError(.keyPublic, "this is a public key; the private key (for Apple the .p8 file) is required")
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE", "PKCS7", "CMS":
            SigningKeyError(.keyCertificate, "this is a certificate; the private key is required")
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST":
            SigningKeyError(.keyCertificateRequest, "this is a certificate request; the private key is required")
        case "ENCRYPTED PRIVATE KEY":
            encrypted
        case "OPENSSH PRIVATE KEY", "SSH2 ENCRYPTED PRIVATE KEY":
            SigningKeyError(.keyOpenSSH, "this is an OpenSSH key; a PKCS #8 key (for Apple the .p8 file) is required")
        case "PGP PRIVATE KEY BLOCK", "PGP PUBLIC KEY BLOCK":
            SigningKeyError(.keyPGP, "this is a PGP key; a PKCS #8 key (for Apple the .p8 file) is required")
        case "DSA PRIVATE KEY":
            SigningKeyError(.keyWrongType, "this is a DSA key; a P-256 or RSA key is required")
        default:
            SigningKeyError(.keyLabelUnknown, "the BEGIN line names something that is not a private key")
        }
    }
}

extension SigningKeyError.Code {
    /// The text is empty or only white space.
    public static let keyEmpty: Self = "key_empty"
    /// The text is not PEM, or too long.
    public static let keyTextInvalid: Self = "key_text_invalid"
    /// The BEGIN and END lines are missing. There is only base64.
    public static let keyMarkersMissing: Self = "key_markers_missing"
    /// The whole PEM text is encoded in base64.
    public static let keyWrapped: Self = "key_wrapped"
    /// A BEGIN or END line is damaged, cut off or does not match the other.
    public static let keyMarkersDamaged: Self = "key_markers_damaged"
    /// The key is in binary form (DER, PKCS #12) instead of PEM.
    public static let keyBinary: Self = "key_binary"
    /// The key is a JSON Web Key instead of PEM.
    public static let keyJSON: Self = "key_json"
    /// The text is the name of a file instead of its content.
    public static let keyFileName: Self = "key_file_name"
    /// The text between the BEGIN and END lines is not base64.
    public static let keyBase64: Self = "key_base64"
    /// The key's content is damaged.
    public static let keyInvalid: Self = "key_invalid"
    /// The text has more than one private key.
    public static let keySeveral: Self = "key_several"
    /// The key is public.
    public static let keyPublic: Self = "key_public"
    /// The text is a certificate.
    public static let keyCertificate: Self = "key_certificate"
    /// The text is a certificate request.
    public static let keyCertificateRequest: Self = "key_certificate_request"
    /// The private key is encrypted with a password.
    public static let keyEncrypted: Self = "key_encrypted"
    /// The key is in OpenSSH's own format.
    public static let keyOpenSSH: Self = "key_openssh"
    /// The text is a PGP key.
    public static let keyPGP: Self = "key_pgp"
    /// The PEM label is unknown.
    public static let keyLabelUnknown: Self = "key_label_unknown"
    /// The key is of another kind, such as Ed25519 or DSA.
    public static let keyWrongType: Self = "key_wrong_type"
    /// The elliptic-curve key is not on P-256.
    public static let keyWrongCurve: Self = "key_wrong_curve"
    /// An RSA key was given where P-256 is required.
    public static let keyNotP256: Self = "key_not_p256"
    /// A P-256 key was given where RSA is required.
    public static let keyNotRSA: Self = "key_not_rsa"
    /// The RSA key has fewer than 2,048 or more than 8,192 bits.
    public static let keySize: Self = "key_size"
    /// The cryptographic library could not generate a key.
    public static let keyGeneration: Self = "key_generation"
    /// The cryptographic library could not create a signature.
    public static let keySigning: Self = "key_signing"
}

import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key as a key set publishes it (RFC 7517; RFC 7518, sections 6.2.1 and 6.3.1). Values are kept as they were
/// written.
public struct JSONWebKey: Sendable, Equatable {
    /// `RSA` or `EC`.
    public let kty: String
    /// The key's id.
    public let kid: String?
    /// `sig`, or nil.
    public let use: String?
    /// `RS256` or `ES256`, or nil.
    public let alg: String?
    /// RSA: the modulus in base64url.
    public let n: String?
    /// RSA: the public exponent in base64url.
    public let e: String?
    /// EC: the curve.
    public let crv: String?
    /// EC: the x coordinate, 32 octets in base64url.
    public let x: String?
    /// EC: the y coordinate, 32 octets in base64url.
    public let y: String?

    /// Creates an RSA key for RS256.
    public init(rsaModulus n: String, exponent e: String, keyID: String?) {
        self.init(kty: "RSA", kid: keyID, alg: .rs256, n: n, e: e)
    }

    /// Creates a P-256 key for ES256.
    public init(p256X x: String, y: String, keyID: String?) {
        self.init(kty: "EC", kid: keyID, alg: .es256, crv: "P-256", x: x, y: y)
    }

    private init(
        kty: String, kid: String?, alg: SignatureAlgorithm, n: String? = nil, e: String? = nil, crv: String? = nil,
        x: String? = nil, y: String? = nil
    ) {
        (self.kty, self.kid, use, self.alg) = (kty, kid, "sig", alg.rawValue)
        (self.n, self.e, self.crv, self.x, self.y) = (n, e, crv, x, y)
    }

    /// Creates a key from an object of a key set.
    ///
    /// Throws `key_…` codes for a member of a wrong type, a private or symmetric member, and a use other than verifying
    /// signatures.
    public init(_ object: JSONObject) throws(TokenFormatError) {
        for name in Self.privateMembers where object.contains(name) { throw TokenFormatError(.keyPrivate) }
        guard let kty = try Self.text("kty", of: object) else { throw TokenFormatError(.keyType) }
        self.kty = kty
        kid = try Self.text("kid", of: object)
        use = try Self.text("use", of: object)
        alg = try Self.text("alg", of: object)
        n = try Self.text("n", of: object)
        e = try Self.text("e", of: object)
        crv = try Self.text("crv", of: object)
        x = try Self.text("x", of: object)
        y = try Self.text("y", of: object)
        if let operations = object["key_ops"] {
            guard let list = operations.array, list.contains(.string("verify")) else {
                throw TokenFormatError(.keyUse)
            }
        }
    }

    /// Checks the key and returns it in a form that can verify. An RSA key has a modulus of 2,048 to 8,192 bits and an
    /// exponent as FIPS 186-5 requires (odd, above 65,536, here at most 33 bits). An EC key is a point on P-256.
    ///
    /// Throws a `key_…` code that says what is wrong.
    public func verificationKey() throws(TokenFormatError) -> VerificationKey {
        if let use, !use.utf8.elementsEqual("sig".utf8) { throw TokenFormatError(.keyUse) }
        switch kty {
        case "RSA": return try rsaKey()
        case "EC": return try p256Key()
        default: throw TokenFormatError(.keyType)
        }
    }

    /// The key as an object of a key set.
    public var members: JSONObject {
        let all = [
            ("kty", kty), ("kid", kid), ("use", use), ("alg", alg), ("n", n), ("e", e), ("crv", crv), ("x", x),
            ("y", y),
        ]
        return JSONObject(all.compactMap { name, value in value.map { (name: name, value: .string($0)) } })
    }

    func hasSameNumbers(as other: JSONWebKey) -> Bool {
        kty == other.kty && n == other.n && e == other.e && x == other.x && y == other.y
    }

    private func rsaKey() throws(TokenFormatError) -> VerificationKey {
        guard alg == nil || alg == SignatureAlgorithm.rs256.rawValue else { throw TokenFormatError(.keyAlgorithm) }
        guard let n, let e else { throw TokenFormatError(.keyMaterial) }
        let modulus = try Base64URL.decode(n)
        let exponent = try Base64URL.decode(e)
        // RFC 7518, section 2, requires both without leading zeros.
        guard let first = modulus.first, first != 0, let last = modulus.last, last & 1 == 1, exponent.first != 0 else {
            throw TokenFormatError(.keyMaterial)
        }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        guard bits >= 2_048, bits <= 8_192 else { throw TokenFormatError(.keySize) }
        guard !FlawedModulus.isMarked(modulus) else { throw TokenFormatError(.keyFlawed) }
        let value = exponent.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard exponent.count <= 5, value > 65_536, value < 1 << 33, value & 1 == 1 else {
            throw TokenFormatError(.keyExponent)
        }
        guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else {
            throw TokenFormatError(.keyMaterial)
        }
        return VerificationKey(rsa: key, keyID: kid)
    }

    private func p256Key() throws(TokenFormatError) -> VerificationKey {
        guard alg == nil || alg == SignatureAlgorithm.es256.rawValue else { throw TokenFormatError(.keyAlgorithm) }
        guard crv == "P-256" else { throw TokenFormatError(.keyCurve) }
        guard let x, let y else { throw TokenFormatError(.keyMaterial) }
        let abscissa = try Base64URL.decode(x)
        let ordinate = try Base64URL.decode(y)
        guard abscissa.count == 32, ordinate.count == 32,
            let key = try? P256.Signing.PublicKey(x963Representation: [4] + abscissa + ordinate)
        else { throw TokenFormatError(.keyMaterial) }
        return VerificationKey(p256: key, keyID: kid)
    }

    private static let privateMembers: [StaticString] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    private static func text(_ name: StaticString, of object: JSONObject) throws(TokenFormatError) -> String? {
        guard let kind = object.kind(of: name) else { return nil }
        guard kind == .string else { throw TokenFormatError(.keyMember) }
        return object.text(name)
    }
}

extension TokenFormatError.Code {
    /// A member of a key is not a string.
    public static let keyMember: Self = "key_member"
    /// The key type is neither `RSA` nor `EC`.
    public static let keyType: Self = "key_type"
    /// A private or symmetric key was given where only public keys are allowed.
    public static let keyPrivate: Self = "key_private"
    /// The key is not for verifying signatures.
    public static let keyUse: Self = "key_use"
    /// The algorithm is not supported, or does not fit the key type.
    public static let keyAlgorithm: Self = "key_algorithm"
    /// The key's numbers are missing or do not form a valid key.
    public static let keyMaterial: Self = "key_material"
    /// The modulus has fewer than 2,048 or more than 8,192 bits.
    public static let keySize: Self = "key_size"
    /// The modulus comes from a flawed generator (CVE-2017-15361).
    public static let keyFlawed: Self = "key_flawed"
    /// The public exponent is even, below 65,537 or longer than 33 bits.
    public static let keyExponent: Self = "key_exponent"
    /// The curve is not P-256.
    public static let keyCurve: Self = "key_curve"
    /// Another key of the set has the same id and algorithm.
    public static let keyDuplicateID: Self = "key_duplicate_id"
    /// The key set has no member `keys`, or the member is not an array.
    public static let keySetShape: Self = "key_set_shape"
}

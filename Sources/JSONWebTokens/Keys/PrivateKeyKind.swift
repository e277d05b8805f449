/// The kind of private key in a DER text. It is read from the outermost fields, so that an error can name a wrong kind.
enum PrivateKeyKind {
    case p256
    case rsa

    init(label: String, der: [UInt8]) throws(SigningKeyError) {
        var outer = DERReader(der[...])
        guard var fields = outer.readConstructed(0x30), outer.isAtEnd, fields.read(0x02) != nil else {
            throw SigningKeyError.brokenKey
        }
        switch label {
        case "RSA PRIVATE KEY":
            self = .rsa
        case "EC PRIVATE KEY":
            // ECPrivateKey, RFC 5915: version, key, [0] curve
            guard fields.read(0x04) != nil else { throw SigningKeyError.brokenKey }
            var parameters = fields.readConstructed(0xA0)
            try Self.checkCurve(parameters?.read(0x06))
            self = .p256
        default:
            // PrivateKeyInfo, RFC 5208: version, algorithm with parameters, key
            guard var algorithm = fields.readConstructed(0x30), let identifier = algorithm.read(0x06) else {
                throw SigningKeyError.brokenKey
            }
            self = try Self.kind(of: identifier, parameters: algorithm)
        }
    }

    private static func kind(
        of identifier: [UInt8], parameters: DERReader
    ) throws(SigningKeyError) -> PrivateKeyKind {
        var parameters = parameters
        switch identifier {
        case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]:  // 1.2.840.10045.2.1, an elliptic curve
            try checkCurve(parameters.read(0x06))
            return .p256
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]:  // 1.2.840.113549.1.1.1
            return .rsa
        default:
            throw SigningKeyError(
                .keyWrongType, "this private key is of \(name(of: identifier)); P-256 or RSA is required")
        }
    }

    private static func checkCurve(_ identifier: [UInt8]?) throws(SigningKeyError) {
        guard identifier == [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07] else {  // 1.2.840.10045.3.1.7
            let curve = identifier.map { name(of: $0) } ?? "an unnamed curve"
            throw SigningKeyError(.keyWrongCurve, "this elliptic-curve key is on \(curve); P-256 is required")
        }
    }

    private static func name(of identifier: [UInt8]) -> String {
        switch identifier {
        case [0x2B, 0x81, 0x04, 0x00, 0x22]: "P-384"
        case [0x2B, 0x81, 0x04, 0x00, 0x23]: "P-521"
        case [0x2B, 0x81, 0x04, 0x00, 0x0A]: "secp256k1"
        case [0x2B, 0x65, 0x6E]: "X25519"
        case [0x2B, 0x65, 0x70]: "Ed25519"
        case [0x2B, 0x65, 0x71]: "Ed448"
        case [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01]: "DSA"
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]: "RSA for PSS only"
        default: "another kind"
        }
    }
}

/// The part of DER that telling keys apart requires: definite lengths up to 64 KiB, one field after another.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads the content of the next field, if it has this tag.
    mutating func read(_ tag: UInt8) -> [UInt8]? {
        var reader = self
        guard reader.rest.popFirst() == tag, let short = reader.rest.popFirst() else { return nil }
        var length = Int(short)
        if short >= 0x80 {
            let count = Int(short & 0x7F)
            guard count == 1 || count == 2, reader.rest.count >= count else { return nil }
            length = reader.rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            reader.rest = reader.rest.dropFirst(count)
        }
        guard reader.rest.count >= length else { return nil }
        let content = Array(reader.rest.prefix(length))
        reader.rest = reader.rest.dropFirst(length)
        self = reader
        return content
    }

    /// Reads the fields inside the next field, if it has this tag.
    mutating func readConstructed(_ tag: UInt8) -> DERReader? {
        read(tag).map { DERReader($0[...]) }
    }
}

extension SigningKeyError {
    static let brokenKey = SigningKeyError(
        .keyInvalid, "the text has the outer form of a private key, but its content is damaged or not a valid key")
}

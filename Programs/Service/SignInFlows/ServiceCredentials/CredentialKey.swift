import AccountStorage
import Foundation
import JSONWebTokens

/// The key of a service: `siwa_<id>_<secret>`. The database stores a hash of it.
struct CredentialKey: Sendable, CustomStringConvertible {
    static let length = 32
    private static let prefix = "siwa_"

    let id: CredentialID
    private let secret: [UInt8]

    init(id: CredentialID, secret: [UInt8]) {
        self.id = id
        self.secret = secret
    }

    /// Reads the text form; nil for anything else.
    init?(text: String) {
        guard text.utf8.count == 81, text.hasPrefix(Self.prefix) else { return nil }
        let rest = text.utf8.dropFirst(Self.prefix.utf8.count)
        let fields = rest.split(separator: UInt8(ascii: "_"), maxSplits: 1).map { String(Substring($0)) }
        guard fields.count == 2, let id = CredentialID(text: fields[0]),
            let secret = try? Base64URL.decode(fields[1]), secret.count == Self.length
        else { return nil }
        (self.id, self.secret) = (id, secret)
    }

    /// Whether a bearer token has the prefix of a service's key, well-formed or not.
    static func isMeant(by text: String) -> Bool {
        text.hasPrefix(prefix)
    }

    var text: String { Self.prefix + id.text + "_" + Base64URL.encode(secret) }

    var description: String { "CredentialKey(redacted)" }

    /// The stored hash of the key. The secret has 256 random bits, so a fast hash is enough.
    var hash: [UInt8] {
        var fields = LengthPrefixedFields(label: "credential")
        fields.append(id.bytes)
        fields.append(secret)
        return fields.sha256
    }

    /// Compares in constant time.
    func matches(_ expected: [UInt8]) -> Bool {
        let own = hash
        guard own.count == expected.count else { return false }
        return zip(own, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

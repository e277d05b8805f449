/// A stored hash of a password: the algorithm, its parameters, the salt and the key, in one text.
///
/// New hashes use scrypt and the PHC string format. An imported hash keeps its original text until the person signs in.
package struct PasswordHash: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The stored text.
    package let text: String
    let scheme: HashScheme

    /// Parses a stored hash in the PHC string format, in the modular crypt format as passlib writes it, or in the
    /// formats of Django and Werkzeug.
    ///
    /// Parameters are limited, so that no imported hash can use all memory or block a core for minutes.
    package init(parsing text: String) throws(PasswordHashRejection) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .unknownForm
        }
        self.text = text
        scheme = try HashScheme(parsing: text)
    }

    /// The maximum length of a stored hash in octets.
    package static let longest = 512

    /// The algorithm of the hash.
    package var algorithm: PasswordAlgorithm { scheme.algorithm }

    /// Whether this is the password. The parameters of the hash determine how long this takes.
    ///
    /// The comparison takes constant time.
    package func matches(_ password: Password) -> Bool {
        switch scheme {
        case .scrypt(let parameters, let salt, let key):
            Self.equal(parameters.derive(password.bytes, salt: salt, length: key.count), key)
        case .pbkdf2(let parameters, let salt, let key):
            Self.equal(parameters.derive(password.bytes, salt: salt, length: key.count), key)
        case .legacy(let hash): hash.matches(password.bytes)
        }
    }

    /// Whether a matching password should be hashed again: new hashes have another algorithm or other parameters.
    package func isOutdated(for parameters: ScryptParameters) -> Bool {
        guard case .scrypt(parameters, let salt, let key) = scheme else { return true }
        return salt.count < Self.saltLength || key.count < Self.keyLength
    }

    /// The length of the salt of a new hash, in octets.
    package static let saltLength = 16
    private static let keyLength = 32

    /// Hashes a password; `nil` if there is not enough memory.
    ///
    /// - Parameter salt: ``saltLength`` random octets that were never used before.
    package init?(_ password: Password, parameters: ScryptParameters, salt: [UInt8]) {
        guard salt.count == Self.saltLength,
            let key = parameters.derive(password.bytes, salt: salt, length: Self.keyLength)
        else { return nil }
        text = "$scrypt$\(parameters.text)$\(HashText.encode(salt))$\(HashText.encode(key))"
        scheme = .scrypt(parameters, salt: salt, key: key)
    }

    /// Whether two hashes have the same text.
    package static func == (left: PasswordHash, right: PasswordHash) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// The algorithm without the hash, because a hash permits guesses at the password.
    package var description: String { "PasswordHash(\(algorithm.rawValue), redacted)" }

    /// Hides the hash from debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func equal(_ found: [UInt8]?, _ expected: [UInt8]) -> Bool {
        guard let found, found.count == expected.count, !expected.isEmpty else { return false }
        return zip(found, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A stored hash of a password: the algorithm, its parameters, a salt and the result, in one text.
///
/// New ones are scrypt in the PHC string format. Imported ones keep the text that their maker gave them, until their
/// person signs in.
package struct PasswordHash: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// What is stored.
    package let text: String
    let scheme: HashScheme

    /// Reads a stored hash: the PHC string format, the modular crypt format as passlib writes it, and the forms of
    /// Django and Werkzeug.
    ///
    /// Parameters are bounded, so that no imported line takes all memory or a core for minutes.
    package init(parsing text: String) throws(PasswordHashRejection) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .unknownForm
        }
        self.text = text
        scheme = try HashScheme(parsing: text)
    }

    /// The most octets of a stored hash.
    package static let longest = 512

    /// How the hash was made.
    package var algorithm: PasswordAlgorithm { scheme.algorithm }

    /// Whether this is the password. Takes as long as the hash says, and compares in constant time.
    package func matches(_ password: Password) -> Bool {
        switch scheme {
        case .scrypt(let parameters, let salt, let key):
            Self.equal(parameters.derive(password.bytes, salt: salt, length: key.count), key)
        case .pbkdf2(let parameters, let salt, let key):
            Self.equal(parameters.derive(password.bytes, salt: salt, length: key.count), key)
        case .legacy(let hash): hash.matches(password.bytes)
        }
    }

    /// Whether a password that fits should be hashed anew, because hashes are made otherwise by now.
    package func isOutdated(for parameters: ScryptParameters) -> Bool {
        guard case .scrypt(parameters, let salt, let key) = scheme else { return true }
        return salt.count < Self.saltLength || key.count < Self.keyLength
    }

    /// The octets of randomness that a new hash needs.
    package static let saltLength = 16
    private static let keyLength = 32

    /// Hashes a password; nil when there is no memory for it.
    ///
    /// - Parameter salt: ``saltLength`` random octets that were never used before.
    package init?(_ password: Password, parameters: ScryptParameters, salt: [UInt8]) {
        guard salt.count == Self.saltLength,
            let key = parameters.derive(password.bytes, salt: salt, length: Self.keyLength)
        else { return nil }
        text = "$scrypt$\(parameters.text)$\(HashText.encode(salt))$\(HashText.encode(key))"
        scheme = .scrypt(parameters, salt: salt, key: key)
    }

    /// Whether two hashes are the same text.
    package static func == (left: PasswordHash, right: PasswordHash) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// The algorithm, and no hash: a hash can be guessed at.
    package var description: String { "PasswordHash(\(algorithm.rawValue), redacted)" }

    /// Shows no hash to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func equal(_ found: [UInt8]?, _ expected: [UInt8]) -> Bool {
        guard let found, found.count == expected.count, !expected.isEmpty else { return false }
        return zip(found, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

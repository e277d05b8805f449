/// A parsed hash: the algorithm, its parameters, the salt and the key.
enum HashScheme: Sendable, Equatable {
    case scrypt(ScryptParameters, salt: [UInt8], key: [UInt8])
    case pbkdf2(PBKDF2Parameters, salt: [UInt8], key: [UInt8])
    case legacy(LegacyHash)

    var algorithm: PasswordAlgorithm {
        switch self {
        case .scrypt: .scrypt
        case .pbkdf2(let parameters, _, _): parameters.function.algorithm
        case .legacy(let hash): hash.algorithm
        }
    }

    init(parsing text: String) throws(PasswordHashRejection) {
        let fields = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        switch fields.first {
        case "": try self.init(phc: fields, text: text)
        case "scrypt": try self.init(djangoScrypt: fields)
        case "pbkdf2_sha1": try self.init(djangoPBKDF2: .sha1, fields)
        case "pbkdf2_sha256": try self.init(djangoPBKDF2: .sha256, fields)
        case "bcrypt": try self.init(phc: Array(fields.dropFirst()), text: String(text.dropFirst("bcrypt$".count)))
        case "argon2": self = .legacy(try LegacyHash(.argon2id, String(text.dropFirst("argon2".count))))
        case .some(let head) where head.contains(":"): try self.init(werkzeug: head, fields)
        default: throw .unknownForm
        }
    }

    /// Parses `$name$…`: the PHC string format, and the modular crypt format as passlib writes it.
    private init(phc fields: [String], text: String) throws(PasswordHashRejection) {
        guard fields.count > 1, fields[0].isEmpty else { throw .unknownForm }
        switch fields[1] {
        case "scrypt": try self.init(phcScrypt: fields)
        case "pbkdf2", "pbkdf2-sha1": try self.init(phcPBKDF2: .sha1, fields)
        case "pbkdf2-sha256": try self.init(phcPBKDF2: .sha256, fields)
        case "pbkdf2-sha512": try self.init(phcPBKDF2: .sha512, fields)
        case "2a", "2b", "2y": self = .legacy(try LegacyHash(.bcrypt, text))
        case "argon2id": self = .legacy(try LegacyHash(.argon2id, text))
        default: throw .unknownForm
        }
    }

    /// `$scrypt$ln=17,r=8,p=1$<salt>$<key>`.
    private init(phcScrypt fields: [String]) throws(PasswordHashRejection) {
        guard fields.count == 5, let parameters = HashText.parameters(fields[2], named: ["ln", "r", "p"]),
            let salt = HashText.decode(fields[3]), let key = HashText.decode(fields[4])
        else { throw .malformed(.scrypt) }
        self = try Self.scrypt(
            logarithmOfN: parameters[0], blockSize: parameters[1], parallelism: parameters[2], salt: salt, key: key)
    }

    /// `$pbkdf2-sha256$29000$<salt>$<key>` (passlib) or `$pbkdf2-sha256$i=29000,l=32$<salt>$<key>` (PHC).
    private init(phcPBKDF2 function: PBKDF2Parameters.Function, _ fields: [String]) throws(PasswordHashRejection) {
        guard fields.count == 5, let salt = HashText.decode(fields[3]), let key = HashText.decode(fields[4]),
            let iterations = HashText.number(fields[2]) ?? HashText.parameters(fields[2], named: ["i"])?[0]
                ?? HashText.parameters(fields[2], named: ["i", "l"]).flatMap({ $0[1] == key.count ? $0[0] : nil })
        else { throw .malformed(function.algorithm) }
        self = try Self.pbkdf2(function, iterations: iterations, salt: salt, key: key)
    }

    /// `scrypt$16384$<salt as text>$8$1$<key>`.
    private init(djangoScrypt fields: [String]) throws(PasswordHashRejection) {
        guard fields.count == 6, let n = HashText.powerOfTwo(fields[1]), let blockSize = HashText.number(fields[3]),
            let parallelism = HashText.number(fields[4]), let key = HashText.decode(fields[5])
        else { throw .malformed(.scrypt) }
        self = try Self.scrypt(
            logarithmOfN: n, blockSize: blockSize, parallelism: parallelism, salt: Array(fields[2].utf8), key: key)
    }

    /// `pbkdf2_sha256$600000$<salt as text>$<key>`.
    private init(djangoPBKDF2 function: PBKDF2Parameters.Function, _ fields: [String]) throws(PasswordHashRejection) {
        guard fields.count == 4, let iterations = HashText.number(fields[1]), let key = HashText.decode(fields[3])
        else {
            throw .malformed(function.algorithm)
        }
        self = try Self.pbkdf2(function, iterations: iterations, salt: Array(fields[2].utf8), key: key)
    }

    /// `scrypt:32768:8:1$<salt as text>$<key in hexadecimal>` or `pbkdf2:sha256:600000$…`.
    private init(werkzeug head: String, _ fields: [String]) throws(PasswordHashRejection) {
        let words = head.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch words[0] {
        case "scrypt":
            guard words.count == 4, fields.count == 3, let n = HashText.powerOfTwo(words[1]),
                let blockSize = HashText.number(words[2]), let parallelism = HashText.number(words[3]),
                let key = HashText.hexadecimal(fields[2])
            else { throw .malformed(.scrypt) }
            self = try Self.scrypt(
                logarithmOfN: n, blockSize: blockSize, parallelism: parallelism, salt: Array(fields[1].utf8), key: key)
        case "pbkdf2":
            guard words.count == 3, let function = PBKDF2Parameters.Function(rawValue: words[1]) else {
                throw .unknownForm
            }
            guard fields.count == 3, let iterations = HashText.number(words[2]),
                let key = HashText.hexadecimal(fields[2])
            else { throw .malformed(function.algorithm) }
            self = try Self.pbkdf2(function, iterations: iterations, salt: Array(fields[1].utf8), key: key)
        default: throw .unknownForm
        }
    }

    private static func scrypt(
        logarithmOfN: Int, blockSize: Int, parallelism: Int, salt: [UInt8], key: [UInt8]
    ) throws(PasswordHashRejection) -> HashScheme {
        guard isPlausible(salt: salt, key: key) else { throw .malformed(.scrypt) }
        let parameters = ScryptParameters(
            logarithmOfN: logarithmOfN, blockSize: blockSize, parallelism: parallelism)
        guard let parameters else { throw .tooCostly(.scrypt) }
        return .scrypt(parameters, salt: salt, key: key)
    }

    private static func pbkdf2(
        _ function: PBKDF2Parameters.Function, iterations: Int, salt: [UInt8], key: [UInt8]
    ) throws(PasswordHashRejection) -> HashScheme {
        guard isPlausible(salt: salt, key: key) else { throw .malformed(function.algorithm) }
        guard let parameters = PBKDF2Parameters(function, iterations: iterations, length: key.count) else {
            throw .tooCostly(function.algorithm)
        }
        return .pbkdf2(parameters, salt: salt, key: key)
    }

    /// Whether the lengths are valid. A key of only a few octets would match wrong passwords by chance.
    private static func isPlausible(salt: [UInt8], key: [UInt8]) -> Bool {
        (1...128).contains(salt.count) && (16...64).contains(key.count)
    }
}

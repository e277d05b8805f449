#if LegacyPasswords
    import CArgon2
    import CCrypt
    import Foundation
#endif

/// A hash that a system library verifies, if it is built in: libcrypt for bcrypt, libargon2 for Argon2id.
struct LegacyHash: Sendable, Equatable {
    let algorithm: PasswordAlgorithm
    /// The hash, starting with the first `$`.
    let text: String

    init(_ algorithm: PasswordAlgorithm, _ text: String) throws(PasswordHashRejection) {
        #if LegacyPasswords
            self.algorithm = algorithm
            self.text = text
            let fields = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
            switch algorithm {
            case .bcrypt: try Self.checkBcrypt(fields)
            default: try Self.checkArgon2(fields)
            }
        #else
            throw .notBuiltIn(algorithm)
        #endif
    }

    func matches(_ password: [UInt8]) -> Bool {
        #if LegacyPasswords
            switch algorithm {
            case .bcrypt: matchesBcrypt(password)
            default: argon2id_verify(text, password, password.count) == ARGON2_OK.rawValue
            }
        #else
            false
        #endif
    }
}

#if LegacyPasswords
    extension LegacyHash {
        /// `$2b$12$` and 53 characters of salt and key. Each increment of the cost doubles the time; 15 takes seconds.
        private static func checkBcrypt(_ fields: [String]) throws(PasswordHashRejection) {
            let alphabet = { (byte: UInt8) in
                (0x2E...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
            guard fields.count == 4, fields[2].utf8.count == 2,
                fields[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let cost = Int(fields[2]), cost >= 4, fields[3].utf8.count == 53, fields[3].utf8.allSatisfy(alphabet)
            else { throw .malformed(.bcrypt) }
            guard cost <= 15 else { throw .tooCostly(.bcrypt) }
        }

        /// `$argon2id$v=19$m=65536,t=3,p=4$<salt>$<key>`: at most 256 MiB, and the work of four passes over that
        /// memory.
        private static func checkArgon2(_ fields: [String]) throws(PasswordHashRejection) {
            guard fields.count == 6, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19",
                let parameters = HashText.parameters(fields[3], named: ["m", "t", "p"]),
                let salt = HashText.decode(fields[4]), let key = HashText.decode(fields[5]),
                (8...64).contains(salt.count), (16...64).contains(key.count), parameters.allSatisfy({ $0 > 0 })
            else { throw .malformed(.argon2id) }
            let (memory, rounds, lanes) = (parameters[0], parameters[1], parameters[2])
            guard memory <= 1 << 18, rounds <= 1 << 20, memory * rounds <= 1 << 20, lanes <= 16 else {
                throw .tooCostly(.argon2id)
            }
        }

        /// bcrypt uses only the first 72 octets, and a C string ends at the first zero.
        private func matchesBcrypt(_ password: [UInt8]) -> Bool {
            guard !password.contains(0) else { return false }
            let phrase = password.prefix(72).map { CChar(bitPattern: $0) } + [0]
            let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
            memset(data, 0, MemoryLayout<crypt_data>.size)
            defer {
                memset(data, 0, MemoryLayout<crypt_data>.size)
                data.deallocate()
            }
            guard let output = crypt_r(phrase, text, data) else { return false }
            let (found, expected) = (Array(String(cString: output).utf8), Array(text.utf8))
            guard found.count == expected.count else { return false }
            return zip(found, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }
#endif

extension PasswordAlgorithm {
    /// Whether this program can read such hashes. bcrypt and Argon2id depend on the build.
    package var isBuiltIn: Bool {
        #if LegacyPasswords
            true
        #else
            self != .bcrypt && self != .argon2id
        #endif
    }
}

/// Why no password can ever match a stored hash, as far as its text tells. For operators who plan an import.
///
/// Some causes cannot be seen in the text: a hash of a password with an appended pepper (Devise), or of the password's
/// SHA-256 (Meteor), looks like any other of its kind.
package enum PasswordHashDoubt: String, Sendable, CaseIterable {
    /// Deliberately no password: Django's `!`, or `*` of a system's password file.
    case unusable
    /// A hash of a digest of the password: Django's `bcrypt_sha256`, passlib's `bcrypt-sha256`.
    case prehashed
    /// A hash with an additional secret key: Argon2 with `keyid` or `data`.
    case keyed
    /// Argon2 with padded base64, as Serverpod writes it, also with a secret key. No other program reads it.
    case padded
    /// The ciphertext of a hash: GoTrue with encryption at rest.
    case encrypted
    /// A salt or key in hexadecimal where the format has base64: Discourse hashes, converted with a well-known recipe.
    case hexadecimal
    /// A bcrypt hash that is not 60 characters long, or whose salt or key ends with an impossible character: it was
    /// truncated or assembled wrongly.
    case cutOff = "cut_off"
    /// It starts like a known format, but the rest does not match it.
    case malformed
    /// It would take too much memory or time for each sign-in.
    case tooCostly = "too_costly"
    /// This program was built without the algorithm.
    case notBuiltIn = "not_built_in"
    /// It has no known format.
    case unknownForm = "unknown_form"

    /// Examines a hash; `nil` if a password may match it.
    package init?(of text: String) {
        if let known = Self.recognise(text) {
            self = known
            return
        }
        do throws(PasswordHashRejection) {
            _ = try PasswordHash(parsing: text)
            return nil
        } catch {
            switch error {
            case .unknownForm: self = .unknownForm
            case .malformed: self = .malformed
            case .tooCostly: self = .tooCostly
            case .notBuiltIn: self = .notBuiltIn
            }
        }
    }

    private static func recognise(_ text: String) -> PasswordHashDoubt? {
        if text.isEmpty || text.hasPrefix("!") || text.hasPrefix("*") { return .unusable }
        if text.hasPrefix("bcrypt_sha256$") || text.hasPrefix("$bcrypt-sha256$") { return .prehashed }
        if text.hasPrefix("{\"") { return .encrypted }
        let fields = text.split(separator: "$", omittingEmptySubsequences: false)
        guard let first = fields.first else { return nil }
        // Some products write their own prefix before a hash in the modular crypt format.
        if fields.contains(where: { ["2a", "2b", "2y"].contains($0) }) {
            return isCanonicalBcrypt(fields) ? nil : .cutOff
        }
        if fields.contains("argon2id") { return argon2(fields) }
        let encoded: ArraySlice<Substring> =
            switch first {
            case "": fields.dropFirst(3)
            case "pbkdf2_sha1", "pbkdf2_sha256", "scrypt": fields.suffix(1)
            default: []
            }
        return encoded.contains(where: isHexadecimal) ? .hexadecimal : nil
    }

    private static func argon2(_ fields: [Substring]) -> PasswordHashDoubt? {
        let isKeyed = fields.contains { field in
            field.split(separator: ",").contains { $0.hasPrefix("keyid=") || $0.hasPrefix("data=") }
        }
        if isKeyed { return .keyed }
        return fields.suffix(2).contains { $0.hasSuffix("=") } ? .padded : nil
    }

    /// After the cost, there are 22 characters of salt and 31 of key in bcrypt's own base64. The unused bits at the end
    /// of each are zeros in every implementation. If they are not, the recomputed hash has zeros there, and the texts
    /// never match.
    private static func isCanonicalBcrypt(_ fields: [Substring]) -> Bool {
        guard let body = fields.last, fields.count >= 4, body.utf8.count == 53 else { return false }
        let characters = Array(body)
        return ".Oeu".contains(characters[21]) && ".CGKOSWaeimquy26".contains(characters[52])
    }

    /// The probability that 32 random base64 characters are all hexadecimal digits is less than 1 in 10^14.
    private static func isHexadecimal(_ field: Substring) -> Bool {
        field.utf8.count >= 32
            && field.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}

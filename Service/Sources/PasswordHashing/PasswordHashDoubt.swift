/// Why no password will ever fit a stored hash, as far as its text shows it. For whoever is about to import many.
///
/// What a text does not show stays unknown: a hash over a password with a pepper behind it (Devise), or over the password's
/// SHA-256 (Meteor), looks like any other of its kind.
package enum PasswordHashDoubt: String, Sendable, CaseIterable {
    /// Nobody's password on purpose: Django's `!`, a system's `*`.
    case unusable
    /// Made over a digest of the password, not over the password: Django's `bcrypt_sha256`, passlib's `bcrypt-sha256`.
    case prehashed
    /// Made with a secret key beside the password: Argon2 with `keyid` or `data`.
    case keyed
    /// Argon2 with padded base64, which no other program reads: serverpod writes it, with a secret key as well.
    case padded
    /// Not the hash but its ciphertext: GoTrue's, where it encrypts at rest.
    case encrypted
    /// A salt or key in hexadecimal where the form has base64: Discourse's, as a well-known recipe writes it.
    case hexadecimal
    /// A bcrypt of another length than 60, or with a salt or an end that no bcrypt has: cut off, or joined wrongly.
    case cutOff = "cut_off"
    /// In a known form, and then something else.
    case malformed
    /// Too much memory or time for each sign-in.
    case tooCostly = "too_costly"
    /// This program was built without what checks it.
    case notBuiltIn = "not_built_in"
    /// In no known form.
    case unknownForm = "unknown_form"

    /// Looks at a hash; nil where a password may fit.
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
        // Some products write their own name before a hash of the modular crypt format.
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

    /// Cost, then 22 characters of salt and 31 of key in bcrypt's own base64. Each ends with bits that are not used, which
    /// every implementation writes as zeros; one that reads others writes zeros again, and so never finds the same text.
    private static func isCanonicalBcrypt(_ fields: [Substring]) -> Bool {
        guard let body = fields.last, fields.count >= 4, body.utf8.count == 53 else { return false }
        let characters = Array(body)
        return ".Oeu".contains(characters[21]) && ".CGKOSWaeimquy26".contains(characters[52])
    }

    /// Thirty-two digits by chance in base64 would be one in ten to the fourteenth.
    private static func isHexadecimal(_ field: Substring) -> Bool {
        field.utf8.count >= 32
            && field.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}

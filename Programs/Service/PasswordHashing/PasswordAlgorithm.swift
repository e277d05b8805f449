/// The algorithm of a stored hash. The raw value is shown to people.
package enum PasswordAlgorithm: String, Sendable, CaseIterable {
    /// RFC 7914, the algorithm of new hashes.
    case scrypt
    /// RFC 8018 with HMAC-SHA-1.
    case pbkdf2SHA1 = "pbkdf2-sha1"
    /// RFC 8018 with HMAC-SHA-256.
    case pbkdf2SHA256 = "pbkdf2-sha256"
    /// RFC 8018 with HMAC-SHA-512.
    case pbkdf2SHA512 = "pbkdf2-sha512"
    /// Blowfish, `$2a$`, `$2b$` and `$2y$`.
    case bcrypt
    /// RFC 9106.
    case argon2id
}

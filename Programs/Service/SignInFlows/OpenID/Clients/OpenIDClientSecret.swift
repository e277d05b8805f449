import Crypto
import JSONWebTokens

/// A secret of a confidential client, as an operator receives it once.
///
/// It is base64url, because clients disagree on how to encode other characters in `Basic` (RFC 6749 section 2.3.1).
package struct OpenIDClientSecret: Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret.
    package let text: String

    /// A new secret of 256 bits.
    ///
    /// - Parameter randomBytes: a cryptographic source.
    package static func make(_ randomBytes: (Int) -> [UInt8]) -> OpenIDClientSecret {
        OpenIDClientSecret(text: Base64URL.encode(randomBytes(32)))
    }

    /// The SHA-256 of the secret in lowercase hexadecimal digits, for the configuration. With 256 random bits, the
    /// secret cannot be guessed from it.
    package var hash: String {
        SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Prints no secret.
    package var description: String { "OpenIDClientSecret(redacted)" }

    /// Shows no secret to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

import Crypto
import Foundation

/// The secret with which the app's backend verifies events, in the form of Standard Webhooks: `whsec_` and base64.
package struct WebhookSecret: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: SymmetricKey
    /// The secret in the form in which both configurations hold it.
    package let text: String

    private static let prefix = "whsec_"
    /// Standard Webhooks, "Signature scheme": between 24 and 64 bytes.
    private static let lengths = 24...64

    /// Reads a secret; nil unless `text` is `whsec_` and the base64 of 24 to 64 bytes.
    package init?(text: String) {
        guard text.hasPrefix(Self.prefix), let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { return nil }
        self.init(key: bytes)
    }

    /// A secret of any length.
    init(key bytes: Data) {
        key = SymmetricKey(data: bytes)
        text = Self.prefix + bytes.base64EncodedString()
    }

    /// A new secret of 32 bytes.
    ///
    /// - Parameter randomBytes: a cryptographic source.
    package static func make(_ randomBytes: (Int) -> [UInt8]) -> WebhookSecret {
        WebhookSecret(key: Data(randomBytes(32)))
    }

    /// The signature of one delivery: `v1,` and the base64 of HMAC-SHA256 over the id, the second and the body.
    ///
    /// - Parameter second: the time of the delivery in whole seconds since 1970.
    func signature(id: String, second: Int, body: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(second).\(body)".utf8), using: key)
        return "v1," + Data(code).base64EncodedString()
    }

    /// Whether a signature `v1,…` of a delivery is this secret's, compared in constant time.
    ///
    /// - Parameters:
    ///   - timestamp: the header's text as it arrived, because that is what was signed.
    ///   - body: the body as it arrived, byte for byte.
    func verifies(_ signature: Substring, id: String, timestamp: String, body: [UInt8]) -> Bool {
        guard signature.hasPrefix("v1,"), let code = Data(base64Encoded: String(signature.dropFirst(3))) else {
            return false
        }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Data("\(id).\(timestamp).".utf8) + Data(body), using: key)
    }

    /// Prints no secret.
    package var description: String { "WebhookSecret(redacted)" }

    /// Shows no secret to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

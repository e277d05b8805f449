import Foundation

/// A password as somebody typed it. It is normalised to Unicode NFC, so that composed and decomposed characters are
/// equal. Nothing else is changed. It is never printed.
package struct Password: Sendable, CustomStringConvertible, CustomReflectable {
    /// The maximum length in octets. It limits the work that a caller can cause.
    package static let longest = 1_024

    let bytes: [UInt8]

    /// `nil` if the password is empty or longer than ``longest``.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 4 * Self.longest else { return nil }
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// A text without the password.
    package var description: String { "Password(redacted)" }

    /// Hides the password from debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

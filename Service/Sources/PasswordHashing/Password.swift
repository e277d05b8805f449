import Foundation

/// A password as somebody typed it. Two spellings of the same text are one password (Unicode NFC); beyond that every
/// octet counts. Nothing prints it.
package struct Password: Sendable, CustomStringConvertible, CustomReflectable {
    /// The most octets that a password has, so that nobody has the service hash a book.
    package static let longest = 1_024

    let bytes: [UInt8]

    /// Reads a password; nil when it is empty or longer than ``longest``.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 4 * Self.longest else { return nil }
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Prints no password.
    package var description: String { "Password(redacted)" }

    /// Shows no password to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text that is never printed: a token, a code, a nonce, a password.
public struct Secret: Sendable, Hashable, Codable {
    /// The text itself. Whoever reads it keeps it out of logs.
    public let exposed: String

    /// Keeps a text from being printed.
    public init(_ text: String) {
        exposed = text
    }

    /// Reads a text.
    public init(from decoder: any Decoder) throws {
        exposed = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text itself, for storage that keeps secrets.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(exposed)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is something, and nothing about it.
    public var description: String { "(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

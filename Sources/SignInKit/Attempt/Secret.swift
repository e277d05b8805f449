/// A text that is never printed: a token, a code, a nonce, a password.
public struct Secret: Sendable, Hashable, Codable {
    /// The text itself. Keep it out of logs.
    public let exposed: String

    /// Wraps a text, so that it cannot be printed by accident.
    public init(_ text: String) {
        exposed = text
    }

    /// Decodes a text.
    public init(from decoder: any Decoder) throws {
        exposed = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the text itself, for storage that protects secrets.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(exposed)
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text that reveals nothing about the secret.
    public var description: String { "(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

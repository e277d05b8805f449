/// The identifier of a team's private key: ten characters, the `kid` of client secrets.
public struct KeyID: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible,
    ExpressibleByStringLiteral
{
    /// The identifier as Apple writes it. It is compared octet by octet.
    public let rawValue: String

    /// Creates an identifier from the text as it is. Nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier without an argument label: `ids.map(KeyID.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from a string literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The identifier itself. It is not a secret.
    public var description: String { rawValue }
}

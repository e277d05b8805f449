/// An app as Apple knows it: a bundle id (native) or a Services ID (web and Android).
public struct ClientID: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible,
    ExpressibleByStringLiteral
{
    /// The identifier as Apple writes it; compared octet by octet.
    public let rawValue: String

    /// Takes the text as it is; nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same without its label: `ids.map(ClientID.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An identifier written in code.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The identifier itself: it is no secret.
    public var description: String { rawValue }
}

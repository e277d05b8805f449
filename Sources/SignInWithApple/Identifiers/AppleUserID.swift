/// A user as one team sees them (`sub`): opaque, stable, and the same in all apps of the team.
public struct AppleUserID: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible {
    /// The identifier as Apple writes it. It is compared octet by octet.
    public let rawValue: String

    /// Creates an identifier from the text as it is. Nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier without an argument label: `ids.map(AppleUserID.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier itself. It is not a secret.
    public var description: String { rawValue }
}

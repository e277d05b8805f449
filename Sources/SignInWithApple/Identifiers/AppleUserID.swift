/// A person as one team sees them (`sub`): opaque, stable, the same in all apps of the team.
public struct AppleUserID: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible {
    /// The identifier as Apple writes it; compared octet by octet.
    public let rawValue: String

    /// Takes the text as it is; nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same without its label: `ids.map(AppleUserID.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier itself: it is no secret.
    public var description: String { rawValue }
}

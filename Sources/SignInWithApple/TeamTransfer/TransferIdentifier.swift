/// A user on the way from one team to another (`transfer_sub`): the same in all apps that go to that team, and useless
/// to any other team. Only this identifier may leave the old team's database, not subjects and relay addresses.
public struct TransferIdentifier: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible {
    /// The identifier as Apple writes it. It is compared octet by octet.
    public let rawValue: String

    /// Creates an identifier from the text as it is. Nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier without an argument label: `ids.map(TransferIdentifier.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier itself. It is not a secret.
    public var description: String { rawValue }
}

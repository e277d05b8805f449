/// A person on the way from one team to another (`transfer_sub`): the same for all apps that go to that team, worthless
/// to any other. It is all that may leave the old team's database; subjects and relay addresses stay.
public struct TransferIdentifier: RawRepresentable, Hashable, Codable, Sendable, LosslessStringConvertible {
    /// The identifier as Apple writes it; compared octet by octet.
    public let rawValue: String

    /// Takes the text as it is; nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same without its label: `ids.map(TransferIdentifier.init(_:))`.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier itself: it is no secret.
    public var description: String { rawValue }
}

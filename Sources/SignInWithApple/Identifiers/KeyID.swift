/// A private key of a team: ten characters, the `kid` of client secrets.
public struct KeyID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier as Apple writes it; compared octet by octet.
    public let rawValue: String

    /// Takes the text as it is; nothing is trimmed or folded.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier itself: it is no secret.
    public var description: String { rawValue }
}

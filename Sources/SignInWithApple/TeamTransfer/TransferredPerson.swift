/// A person as the new team sees them. Subject and relay address are new.
public struct TransferredPerson: Sendable, Equatable {
    /// Whom the new team's identity tokens will name.
    public let subject: AppleUserID
    /// The new relay address; absent for a person who shared a real one.
    public let email: String?
    /// Whether the address is a relay address, if Apple says so.
    public let isPrivateEmail: Bool?
}

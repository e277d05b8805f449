/// A user as the new team sees them. Subject and relay address are new.
public struct TransferredPerson: Sendable, Equatable {
    /// The subject in the new team's identity tokens.
    public let subject: AppleUserID
    /// The new relay address. It is `nil` for a person who shared their own address.
    public let email: String?
    /// Whether the address is a relay address, if Apple says so.
    public let isPrivateEmail: Bool?
}

public import SignInKit

/// A person with an Apple Account, as a test needs one.
public struct ApplePerson: Sendable, Equatable {
    /// Apple's identifier of the person for the app's team.
    public var user: String
    /// The name that the person types into the sheet.
    public var name: PersonName?
    /// The address that the app gets: the person's own, or a relay address.
    public var email: String?
    /// Whether the device believes that this is a real person.
    public var realUserStatus: RealUserStatus

    /// Creates a person.
    public init(
        user: String, name: PersonName? = nil, email: String? = nil, realUserStatus: RealUserStatus = .likelyReal
    ) {
        self.user = user
        self.name = name
        self.email = email
        self.realUserStatus = realUserStatus
    }

    /// Grace Hopper, who shares her address.
    public static let grace = ApplePerson(
        user: "001234.0123456789abcdef0123456789abcdef.0001",
        name: PersonName(typedGiven: "Grace", typedFamily: "Hopper"), email: "grace@example.com")

    /// Ada Lovelace, who hides her address.
    public static let ada = ApplePerson(
        user: "001234.fedcba9876543210fedcba9876543210.0002",
        name: PersonName(typedGiven: "Ada", typedFamily: "Lovelace"), email: "x7k2m9@privaterelay.appleid.com")
}

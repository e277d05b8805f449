public import SignInAPI

/// What Apple gave, as a value that can cross actors. Only the identity token is proof of anything.
public struct AppleCredential: Sendable, Equatable {
    /// Apple's stable identifier of the person for the developer's team.
    public var user: String
    /// What the request carried, as it came back.
    public var state: String?
    /// The identity token as text; nil when there was none, or octets that are no text.
    public var identityToken: Secret?
    /// The authorization code as text; nil when there was none, or octets that are no text.
    public var authorizationCode: Secret?
    /// What the person typed; given the first time only.
    public var name: PersonName?
    /// The address; given the first time only. The service reads it from the token instead.
    public var email: String?
    /// Whether the device believes that this is a real person.
    public var realUserStatus: RealUserStatus
    /// What the device says of the person's age.
    public var ageRange: AgeRange

    /// A credential of these parts.
    public init(
        user: String, state: String?, identityToken: Secret?, authorizationCode: Secret?, name: PersonName? = nil,
        email: String? = nil, realUserStatus: RealUserStatus = .unsupported, ageRange: AgeRange = .unknown
    ) {
        self.user = user
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.name = name
        self.email = email
        self.realUserStatus = realUserStatus
        self.ageRange = ageRange
    }
}

/// Whether the device believes that a real person sits in front of it (`ASUserDetectionStatus`).
public enum RealUserStatus: Int, Sendable, Codable, CaseIterable {
    /// This platform cannot tell.
    case unsupported = 0
    /// Not sure: check more, but keep nobody out for it.
    case unknown = 1
    /// Very likely real: skip other checks.
    case likelyReal = 2
}

/// What the device says of the person's age (`ASUserAgeRange`); told to apps with the entitlement for it only.
public enum AgeRange: Int, Sendable, Codable, CaseIterable {
    /// Not known, or not told to this app.
    case unknown = 0
    /// A child by the law of the person's country.
    case child = 1
    /// Not a child.
    case notChild = 2
}

/// A user name and password that the person chose from their keychain; an ordinary login, not one with Apple.
public struct PasswordCredential: Sendable, Equatable {
    /// The user name.
    public var user: String
    /// The password.
    public var password: Secret

    /// A credential of these parts.
    public init(user: String, password: Secret) {
        self.user = user
        self.password = password
    }
}

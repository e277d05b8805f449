public import SignInAPI

/// Apple's credential as a value that can cross actors. Only the identity token is proof.
public struct AppleCredential: Sendable, Equatable {
    /// Apple's stable identifier of the person for the developer's team.
    public var user: String
    /// The state of the request, returned unchanged.
    public var state: String?
    /// The identity token as text, or nil if there was none or it was not text.
    public var identityToken: Secret?
    /// The authorization code as text, or nil if there was none or it was not text.
    public var authorizationCode: Secret?
    /// The name that the person typed. Apple returns it only the first time.
    public var name: PersonName?
    /// The address. Apple returns it only the first time. The service reads it from the token instead.
    public var email: String?
    /// Whether the device believes that this is a real person.
    public var realUserStatus: RealUserStatus
    /// The age range of the person according to the device.
    public var ageRange: AgeRange

    /// Creates a credential.
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

/// Whether the device believes that it is used by a real person (`ASUserDetectionStatus`).
public enum RealUserStatus: Int, Sendable, Codable, CaseIterable {
    /// This platform cannot tell.
    case unsupported = 0
    /// Not sure. Check more, but do not exclude anybody because of it.
    case unknown = 1
    /// Very likely a real person. Other checks can be skipped.
    case likelyReal = 2
}

/// The person's age range according to the device (`ASUserAgeRange`). Only apps with the entitlement receive it.
public enum AgeRange: Int, Sendable, Codable, CaseIterable {
    /// Unknown, or not available to this app.
    case unknown = 0
    /// A child under the law of the person's country.
    case child = 1
    /// Not a child.
    case notChild = 2
}

/// A user name and password that the person chose from their keychain. This is an ordinary login, not Sign in with
/// Apple.
public struct PasswordCredential: Sendable, Equatable {
    /// The user name.
    public var user: String
    /// The password.
    public var password: Secret

    /// Creates a credential.
    public init(user: String, password: Secret) {
        self.user = user
        self.password = password
    }
}

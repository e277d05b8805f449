/// A claim about a person (OpenID Connect Core section 5.1). The cases are in the order of replies.
enum UserClaim: UInt8, Sendable, CaseIterable {
    case email, emailVerified, isPrivateEmail, name, givenName, familyName, preferredUsername

    /// The name in tokens and replies.
    var memberName: String {
        switch self {
        case .email: "email"
        case .emailVerified: "email_verified"
        case .isPrivateEmail: "is_private_email"
        case .name: "name"
        case .givenName: "given_name"
        case .familyName: "family_name"
        case .preferredUsername: "preferred_username"
        }
    }
}

/// Some of the claims about a person.
struct UserClaimSet: OptionSet, Sendable {
    let rawValue: UInt8

    /// Those of the scope `email`.
    static let ofEmail = UserClaimSet(claims: [.email, .emailVerified, .isPrivateEmail])
    /// Those of the scope `profile`.
    static let ofProfile = UserClaimSet(claims: [.name, .givenName, .familyName, .preferredUsername])

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(claims: [UserClaim]) {
        self.init(rawValue: claims.reduce(0) { $0 | 1 << $1.rawValue })
    }

    /// The claims with these names. Names of other claims are ignored.
    init(memberNames: [String]) {
        self.init(claims: UserClaim.allCases.filter { memberNames.contains($0.memberName) })
    }

    func contains(_ claim: UserClaim) -> Bool { rawValue & 1 << claim.rawValue != 0 }

    /// In the order of replies.
    var claims: [UserClaim] { UserClaim.allCases.filter { contains($0) } }
}

import AccountStorage
import JSONWebTokens

/// The claims about a person. A function of values (OpenID Connect Core section 5).
enum UserClaims {
    typealias Members = [(name: String, value: JSONValue)]

    private static let ofEmail = ["email", "email_verified", "is_private_email"]
    private static let ofProfile = ["name", "given_name", "family_name", "preferred_username"]

    /// Every claim about a person, in the order of replies.
    static let all = ofEmail + ofProfile

    /// The claims that belong to scopes (OpenID Connect Core section 5.4).
    static func names(within scopes: some Sequence<String>) -> Set<String> {
        scopes.reduce(into: Set<String>()) { names, scope in
            switch scope {
            case "email": names.formUnion(ofEmail)
            case "profile": names.formUnion(ofProfile)
            default: break
            }
        }
    }

    /// The claims for an ID token.
    static func forIDToken(_ account: Account, scope: [String], _ claims: RequestedClaims, _ client: OpenIDClient)
        -> Members
    {
        let ofScope = client.idTokenClaims == .full ? names(within: scope) : []
        return members(of: account, client, ofScope.union(claims.idToken.intersection(names(within: client.scopes))))
    }

    /// The claims for the userinfo endpoint.
    static func forUserInfo(_ account: Account, scope: [String], _ claims: RequestedClaims, _ client: OpenIDClient)
        -> Members
    {
        let asked = claims.userInfo.intersection(names(within: client.scopes))
        return members(of: account, client, names(within: scope).union(asked))
    }

    /// A claim without a value is absent, never null or empty.
    private static func members(of account: Account, _ client: OpenIDClient, _ names: Set<String>) -> Members {
        all.filter(names.contains).compactMap { name in
            value(name, of: account, client).map { (name: name, value: $0) }
        }
    }

    private static func value(_ name: String, of account: Account, _ client: OpenIDClient) -> JSONValue? {
        switch name {
        case "email": account.email.map { .string($0) }
        case "email_verified": account.email == nil ? nil : .bool(account.isEmailVerified)
        case "is_private_email": account.email == nil ? nil : .bool(account.isPrivateEmail)
        case "name": fullName(of: account).map { .string($0) }
        case "given_name": account.givenName.map { .string($0) }
        case "family_name": account.familyName.map { .string($0) }
        // Programs find people by this name, so the address must be proven to be theirs.
        case "preferred_username":
            client.userName == .email && account.isEmailVerified ? account.email.map { .string($0) } : nil
        default: nil
        }
    }

    private static func fullName(of account: Account) -> String? {
        let parts = [account.givenName, account.familyName].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

import AccountStorage
import JSONWebTokens

/// What the claims about a person say. A function of values (OpenID Connect Core section 5).
enum UserClaims {
    typealias Members = [(name: String, value: JSONValue)]

    /// The name of every claim about a person, in the order of replies.
    static let all = UserClaim.allCases.map(\.memberName)

    /// The claims that belong to scopes (OpenID Connect Core section 5.4).
    static func claims(within scopes: OpenIDScopes) -> UserClaimSet {
        let ofEmail: UserClaimSet = scopes.contains(.email) ? .ofEmail : []
        let ofProfile: UserClaimSet = scopes.contains(.profile) ? .ofProfile : []
        return ofEmail.union(ofProfile)
    }

    /// The claims for an ID token.
    static func forIDToken(
        _ account: Account, scope: OpenIDScopes, _ requested: RequestedClaims, _ client: OpenIDClient
    ) -> Members {
        let ofScope = client.idTokenClaims == .full ? claims(within: scope) : []
        let asked = requested.idToken.intersection(claims(within: client.scopes))
        return members(of: account, client, ofScope.union(asked))
    }

    /// The claims for the userinfo endpoint.
    static func forUserInfo(
        _ account: Account, scope: OpenIDScopes, _ requested: RequestedClaims, _ client: OpenIDClient
    ) -> Members {
        let asked = requested.userInfo.intersection(claims(within: client.scopes))
        return members(of: account, client, claims(within: scope).union(asked))
    }

    /// A claim without a value is absent, never null or empty.
    private static func members(of account: Account, _ client: OpenIDClient, _ claims: UserClaimSet) -> Members {
        // Most ID tokens have none.
        claims.isEmpty
            ? []
            : claims.claims.compactMap { claim in
                value(claim, of: account, client).map { (name: claim.memberName, value: $0) }
            }
    }

    private static func value(_ claim: UserClaim, of account: Account, _ client: OpenIDClient) -> JSONValue? {
        switch claim {
        case .email: account.email.map { .string($0) }
        case .emailVerified: account.email == nil ? nil : .bool(account.isEmailVerified)
        case .isPrivateEmail: account.email == nil ? nil : .bool(account.isPrivateEmail)
        case .name: fullName(of: account).map { .string($0) }
        case .givenName: account.givenName.map { .string($0) }
        case .familyName: account.familyName.map { .string($0) }
        // Programs find people by this name, so the address must be proven to be theirs.
        case .preferredUsername:
            client.userName == .email && account.isEmailVerified ? account.email.map { .string($0) } : nil
        }
    }

    private static func fullName(of account: Account) -> String? {
        let parts = [account.givenName, account.familyName].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

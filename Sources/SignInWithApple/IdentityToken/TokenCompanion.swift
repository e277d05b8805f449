/// What was received with an identity token and must belong to it (OpenID Connect Core 3.3.2.11 and 3.1.3.8).
public enum TokenCompanion: Sendable {
    /// The token came alone.
    case nothing
    /// The token came with a code: `c_hash` is required and must match.
    case authorizationCode(AuthorizationCode)
    /// The token came with an access token: `at_hash` must match if the token has one.
    case accessToken(AccessToken)
    /// The token came with both, and both rules apply.
    case both(AuthorizationCode, AccessToken)

    var authorizationCode: AuthorizationCode? {
        switch self {
        case .authorizationCode(let code), .both(let code, _): code
        case .nothing, .accessToken: nil
        }
    }

    var accessToken: AccessToken? {
        switch self {
        case .accessToken(let token), .both(_, let token): token
        case .nothing, .authorizationCode: nil
        }
    }
}

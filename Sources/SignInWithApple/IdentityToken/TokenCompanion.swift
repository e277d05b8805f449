/// What arrived beside an identity token and must belong to it (OpenID Connect Core 3.3.2.11 and 3.1.3.8).
public enum TokenCompanion: Sendable {
    /// The token came alone.
    case nothing
    /// A code came beside it: `c_hash` is required and must match.
    case authorizationCode(AuthorizationCode)
    /// An access token came beside it: `at_hash` must match when the token has one.
    case accessToken(AccessToken)
    /// Both came beside it; both rules hold.
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

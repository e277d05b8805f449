package import AccountStorage
import Foundation

/// What a caller gets who signed in.
package struct SignedIn: Sendable {
    /// The new session.
    package let session: Session
    /// The account, as stored.
    package let account: Account
    /// Whether this sign-in made the account.
    package let isNewAccount: Bool
    /// Whether this is the reply to a request that was answered before.
    package let isRepeated: Bool
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token's end.
    package let expiresIn: Int
    /// For an app that keeps its session; a browser gets the cookie instead.
    package let refreshToken: String
    /// The value of the session cookie.
    package let sessionCookie: String
}

extension SignedIn {
    /// What whoever began a session gets for it.
    ///
    /// - Parameter repeatedAt: when the same is given once more; `nil` the first time.
    static func issue(
        _ session: Session, of account: Account, isNew: Bool, repeatedAt: Date? = nil, in environment: SignInEnvironment
    ) throws(SignInError) -> SignedIn {
        let tokens = SessionTokens(secrets: environment.secrets)
        let random = environment.randomBytes(AccessTokens.identifierLength)
        let moment = repeatedAt ?? session.createdAt
        guard let accessToken = environment.accessTokens.issue(for: session, at: moment, random: random) else {
            throw .misconfigured(.signingFailed)
        }
        return SignedIn(
            session: session, account: account, isNewAccount: isNew, isRepeated: repeatedAt != nil,
            accessToken: accessToken, expiresIn: environment.accessTokens.expiresIn,
            refreshToken: tokens.refreshToken(session.id, counter: session.counter),
            sessionCookie: tokens.cookie(session.id))
    }
}

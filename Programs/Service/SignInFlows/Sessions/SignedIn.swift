package import AccountStorage
import Foundation

/// The result of a sign-in.
package struct SignedIn: Sendable {
    /// The new session.
    package let session: Session
    /// The account, as stored.
    package let account: Account
    /// Whether this sign-in created the account.
    package let isNewAccount: Bool
    /// Whether the same reply was sent before.
    package let isRepeated: Bool
    /// For the `Authorization` header.
    package let accessToken: String
    /// Seconds until the access token expires.
    package let expiresIn: Int
    /// The refresh token, for an app. A browser gets the cookie instead.
    package let refreshToken: String
    private let tokens: SessionTokens

    /// The value of the session cookie, made for a browser only.
    package var sessionCookie: String { tokens.cookie(session.id) }
}

extension SignedIn {
    /// Makes the tokens for a new session.
    ///
    /// - Parameter repeatedAt: the time of a repeated reply; `nil` for the first one.
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
            tokens: tokens)
    }
}

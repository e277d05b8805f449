import AccountStorage
import Foundation

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

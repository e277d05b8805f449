import AccountStorage

extension SignedIn {
    /// What whoever began a session gets for it.
    static func issue(
        _ session: Session, of account: Account, isNew: Bool, in environment: SignInEnvironment
    ) throws(SignInError) -> SignedIn {
        let tokens = SessionTokens(secrets: environment.secrets)
        let random = environment.randomBytes(AccessTokens.identifierLength)
        guard let accessToken = environment.accessTokens.issue(for: session, at: session.createdAt, random: random)
        else { throw .misconfigured(.signingFailed) }
        return SignedIn(
            session: session, account: account, isNewAccount: isNew, accessToken: accessToken,
            expiresIn: environment.accessTokens.expiresIn,
            refreshToken: tokens.refreshToken(session.id, counter: session.counter),
            sessionCookie: tokens.cookie(session.id))
    }
}

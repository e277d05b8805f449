import SignInAPI

extension RateLimiter {
    /// Routes that share a network's budget.
    enum Group: String, Sendable {
        case start, callback, native, session, backend, password, mail
        /// What is behind a session, for whoever brings one or does not.
        case account
        /// Posts to Apple's address that were not Apple's. Only they are counted, so that no burst of Apple's is refused.
        case foreignNotification

        init?(path: String) {
            switch path {
            case Paths.webSignIn, Paths.nativeAttempts, Paths.webLink, Paths.webAccountLink,
                Paths.accountPasswordUpgrade, Paths.webAccountUpgrade:
                self = .start
            case Paths.webCallback, Paths.webQuestion: self = .callback
            case Paths.nativeSignIn, Paths.nativeAnswers: self = .native
            case Paths.backendAccount, Paths.backendName, Paths.backendDisable, Paths.backendEnable,
                Paths.backendDelete, Paths.backendRecover, Paths.linkTickets:
                self = .backend
            case Paths.sessionRefresh: self = .session
            case Paths.passwordSignIn, Paths.passwordReset, Paths.accountPassword, Paths.webPasswordSignIn,
                Paths.webPasswordReset, Paths.webAccountPassword:
                self = .password
            case Paths.passwordResetRequests, Paths.webPasswordForgotten: self = .mail
            case Paths.account, Paths.accountExport, Paths.accountIdentities, Paths.accountUnlink, Paths.sessions,
                Paths.sessionEnd, Paths.sessionEndOne, Paths.sessionEndOthers, Paths.webAccount,
                Paths.webAccountEndSession, Paths.webAccountEndOthers, Paths.webAccountExport, Paths.webAccountDelete,
                Paths.webAccountUnlink, Paths.webSignOut, Paths.start:
                self = .account
            default: return nil
            }
        }
    }
}

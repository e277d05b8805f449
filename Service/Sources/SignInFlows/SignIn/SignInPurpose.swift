import AccountStorage

/// What a proven person came for, and what surrounds it: all that is decided by beside who they are.
struct SignInPurpose: Sendable {
    /// The account to be linked, and on whose word; nil in a plain sign-in.
    let link: AccountLink?
    /// The attempt that links; nil where the link was begun by no attempt of its own.
    let attempt: AttemptID?
    /// The session under which the answer came: a link that a session began is finished under it only.
    let presented: SessionID?
    /// The session that ends when the new one begins: a browser holds one at a time.
    let replaced: SessionID?
    /// Whether the caller can put a question to the person.
    let canAsk: Bool
    /// Whether the account loses its password once the identity leads to it.
    let removesPassword: Bool
    /// Where the browser goes once a question is answered.
    let returnTarget: String?

    /// An attempt's.
    init(_ attempt: SignInAttempt, by caller: SignInCaller) {
        link = attempt.link
        self.attempt = attempt.id
        switch caller {
        case .app(let session, let canAsk): (presented, replaced, self.canAsk) = (session, nil, canAsk)
        case .browser(_, let session): (presented, replaced, canAsk) = (session, session, true)
        }
        removesPassword = attempt.removesPassword
        returnTarget = attempt.returnTarget
    }

    /// That of somebody who answers the question whether they have been here before: nobody is asked twice.
    init(answering link: AccountLink?, presented: SessionID?, replaced: SessionID?) {
        self.link = link
        attempt = nil
        self.presented = presented
        self.replaced = replaced
        canAsk = false
        removesPassword = false
        returnTarget = nil
    }
}

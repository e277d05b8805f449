import AccountStorage

/// Who brings Apple's answer, and under which session of ours.
enum SignInCaller: Sendable {
    /// An app, and whether it can put a question to the person.
    case app(session: SessionID?, canAsk: Bool)
    /// A browser, with the value of its flow cookie.
    case browser(proof: String?, session: SessionID?)

    var kind: SignInAttempt.Kind {
        switch self {
        case .app: .native
        case .browser: .web
        }
    }
}

/// What a proven person came for.
struct SignInPurpose: Sendable {
    /// An account that the identity is to lead to.
    struct Link: Sendable {
        /// The account, and on whose word.
        let account: AccountLink
        /// The attempt that links; nil where the link was begun by no attempt of its own.
        let attempt: AttemptID?
        /// Whether the account loses its password once the identity leads to it.
        let removesPassword: Bool
    }

    /// The session under which an answer came: a link that a session began is finished under that session only.
    enum CallerSession: Sendable {
        /// An app's, which goes on beside the new one.
        case stays(SessionID)
        /// A browser's, which holds one at a time: it ends when the new one begins.
        case isReplaced(SessionID)

        var id: SessionID {
            switch self {
            case .stays(let id), .isReplaced(let id): id
            }
        }
    }

    /// Nil in a plain sign-in.
    let link: Link?
    /// Nil where the answer came under none.
    let session: CallerSession?
    /// Whether the caller can put a question to the person.
    let canAsk: Bool
    /// Where the browser goes once a question is answered.
    let returnTarget: String?

    /// An attempt's.
    init(_ attempt: SignInAttempt, by caller: SignInCaller) {
        link = attempt.link.map {
            Link(account: $0, attempt: attempt.id, removesPassword: attempt.removesPassword)
        }
        switch caller {
        case .app(let session, let canAsk): (self.session, self.canAsk) = (session.map { .stays($0) }, canAsk)
        case .browser(_, let session): (self.session, canAsk) = (session.map { .isReplaced($0) }, true)
        }
        returnTarget = attempt.returnTarget
    }

    /// That of somebody who answers the question whether they have been here before: nobody is asked twice.
    init(answering link: AccountLink?, replacing session: SessionID?) {
        self.link = link.map { Link(account: $0, attempt: nil, removesPassword: false) }
        self.session = session.map { .isReplaced($0) }
        canAsk = false
        returnTarget = nil
    }

    /// The sessions that end when the new one begins.
    var endedSessions: [SessionID] {
        var ended: [SessionID] = []
        if case .isReplaced(let id) = session { ended.append(id) }
        if let began = link?.account.session { ended.append(began) }
        return ended
    }
}

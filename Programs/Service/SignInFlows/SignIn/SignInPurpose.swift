import AccountStorage

/// Who sends Apple's answer, and under which session.
enum SignInCaller: Sendable {
    /// An app, and whether it can ask the person a question. `presented` is the session that its access token names,
    /// even if that is over.
    case app(session: SessionID?, presented: SessionID?, canAsk: Bool)
    /// A browser, with the value of its flow cookie.
    case browser(proof: String?, session: SessionID?)
    /// A page that uses Apple's script, and whether it can ask the person a question.
    case page(origin: String, session: SessionID?, canAsk: Bool)

    /// The session that the caller's token or cookie names, live or not.
    var presentedSession: SessionID? {
        switch self {
        case .app(_, let presented, _): presented
        case .browser(_, let session), .page(_, let session, _): session
        }
    }

    /// Whether the caller may be this holder of a signed attempt. The signature says whether it is.
    func mayBe(_ holder: AttemptHolder) -> Bool {
        switch (self, holder) {
        case (.app, .app), (.browser, .browser): true
        case (.page(let origin, _, _), .page(let page)): page.origin == origin
        case (.app, _), (.browser, _), (.page, _): false
        }
    }

    var flow: AttemptFlow {
        switch self {
        case .app: .native
        case .browser: .web
        case .page: .script
        }
    }
}

/// What a proven person came for.
struct SignInPurpose: Sendable {
    /// A link of the identity to an account.
    struct Link: Sendable {
        /// The account, and who vouches for it.
        let account: AccountLink
        /// The attempt that began the link; nil if the link answers a question.
        let attempt: AttemptID?
        /// Whether the account's password is removed when the identity is linked.
        let removesPassword: Bool
    }

    /// The session under which an answer arrived. A link that was begun by a session can only be completed under it.
    enum CallerSession: Sendable {
        /// An app's session. It stays valid besides the new one.
        case stays(SessionID)
        /// A browser's session. It ends when the new one begins, because a browser has one at a time.
        case isReplaced(SessionID)

        var id: SessionID {
            switch self {
            case .stays(let id), .isReplaced(let id): id
            }
        }

        /// The session that ends when the new one begins; nil if it stays.
        var replaced: SessionID? {
            guard case .isReplaced(let id) = self else { return nil }
            return id
        }
    }

    /// The link; nil for a plain sign-in.
    let link: Link?
    /// The session of the caller; nil if there is none.
    let session: CallerSession?
    /// Whether the caller can ask the person a question.
    let canAsk: Bool
    /// Where the browser goes after a question is answered, or after a held sign-in.
    let returnTarget: String?

    /// The purpose of an attempt.
    init(_ attempt: SignInAttempt, by caller: SignInCaller) {
        link = attempt.link.map {
            Link(account: $0, attempt: attempt.id, removesPassword: attempt.removesPassword)
        }
        switch caller {
        case .app(let session, _, let canAsk): (self.session, self.canAsk) = (session.map { .stays($0) }, canAsk)
        case .browser(_, let session): (self.session, canAsk) = (session.map { .isReplaced($0) }, true)
        case .page(_, let session, let canAsk):
            (self.session, self.canAsk) = (session.map { .isReplaced($0) }, canAsk)
        }
        returnTarget = attempt.returnTarget
    }

    /// The purpose of a person who answers whether they have been here before. They are not asked again.
    init(answering link: AccountLink?, under session: CallerSession?, returningTo target: String? = nil) {
        self.link = link.map { Link(account: $0, attempt: nil, removesPassword: false) }
        self.session = session
        canAsk = false
        returnTarget = target
    }

    /// The sessions that end when the new one begins.
    var endedSessions: [SessionID] {
        var ended: [SessionID] = []
        if case .isReplaced(let id) = session { ended.append(id) }
        // An app repeats a link whose reply was lost, but not an answer. So a session that answers is not ended by it.
        if let link, link.attempt != nil, let began = link.account.session { ended.append(began) }
        return ended
    }
}

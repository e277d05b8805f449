public import Foundation
import SignInAPI

/// The sign-in service links, asks and merges.
@_spi(SignInPrograms) extension SignInService: LinkingBackend {
    /// Opens an attempt that leads to the account of a ticket or of a session.
    public func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt {
        let body: Data
        switch target {
        case .ticket(let ticket):
            let request = NativeAttemptRequest(client: client, linkTicket: ticket.secret.exposed)
            body = try await answer("POST", Paths.nativeAttempts, request)
        case .session(let session):
            let request = NativeAttemptRequest(client: client, linksToSession: true)
            body = try await answer("POST", Paths.nativeAttempts, request, to: session)
        case .upgrade(let session):
            let request = PasswordUpgradeRequest(client: client)
            body = try await answer("POST", Paths.accountPasswordUpgrade, request, to: session)
        }
        return SignInAttempt(try decode(body), at: now)
    }

    /// Completes a link. The session that began it ends, and the next one is returned.
    public func link(_ signIn: PendingSignIn, to session: BackendSession) async throws -> SignInReply {
        try reply(
            try await answer(
                "POST", Paths.nativeSignIn, signIn.message(canAsk: true), accessToken: session.accessToken))
    }

    /// Completes an attempt, and says that the app can ask the person.
    public func signInOrAsk(_ signIn: PendingSignIn) async throws -> SignInReply {
        try reply(try await answer("POST", Paths.nativeSignIn, signIn.message(canAsk: true)))
    }

    /// Answers a question. The answer to one whose reply was lost is refused with `question_over`: the next sign-in leads
    /// to the account.
    public func answer(
        _ choice: AccountAnswer, to question: OpenQuestion, as session: BackendSession?
    ) async throws -> AnswerReply {
        let request = AccountAnswerRequest(choice, to: question)
        let body: Data
        if let session {
            body = try await answer("POST", Paths.nativeAnswers, request, to: session)
        } else {
            body = try await answer("POST", Paths.nativeAnswers, request)
        }
        if choice == .merge { return .account(try decode(body)) }
        return .session(BackendSession(try decode(body)))
    }

    /// Returns the person's Apple Accounts, and what was imported from other providers.
    public func identities(_ session: BackendSession) async throws -> [SignInIdentity] {
        let reply: AccountIdentitiesReply = try decode(
            try await answer("GET", Paths.accountIdentities, to: session))
        let apple = try reply.identities.map {
            SignInIdentity(
                id: $0.id, issuer: $0.issuer, addedAt: try Self.date($0.createdAt), canUnlink: $0.canUnlink,
                isApple: true)
        }
        let foreign = try (reply.foreign ?? []).map {
            SignInIdentity(
                id: $0.id, issuer: $0.issuer, addedAt: try Self.date($0.createdAt), canUnlink: $0.canUnlink,
                isApple: false)
        }
        return apple + foreign
    }

    /// Unlinks an identity. Every other session ends.
    public func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws {
        _ = try await answer("POST", Paths.accountUnlink, AccountUnlinkRequest(identity: identity), to: session)
    }

    /// A reply with status 202 has a question instead of a session. After the app moved to another developer team, a session
    /// may come with an offer. The kit has words for a merge only.
    private func reply(_ body: Data) throws(SignInFailure) -> SignInReply {
        if let question = try? decode(body) as AccountQuestionReply {
            return .question(OpenQuestion(question, at: now()))
        }
        let reply: SessionReply = try decode(body)
        var session = BackendSession(reply)
        if let offer = reply.offer, offer.merge != nil { session.offer = OpenQuestion(offer, at: now()) }
        return .session(session)
    }
}

extension OpenQuestion {
    /// Creates a question that the sign-in service asked at `now`.
    init(_ reply: AccountQuestionReply, at now: Date) {
        self.init(
            id: Secret(reply.question), expiresAt: now.addingTimeInterval(TimeInterval(reply.expiresIn)),
            isAddressHidden: reply.isAddressHidden,
            merge: reply.merge.map { MergePreview(account: $0.account, identities: $0.identities) })
    }
}

extension AccountAnswerRequest {
    fileprivate init(_ answer: AccountAnswer, to question: OpenQuestion) {
        let id = question.id.exposed
        switch answer {
        case .new: self.init(question: id, answer: "new")
        case .ticket(let ticket): self.init(question: id, answer: "ticket", linkTicket: ticket.secret.exposed)
        case .session: self.init(question: id, answer: "session")
        case .merge: self.init(question: id, answer: "merge")
        }
    }
}

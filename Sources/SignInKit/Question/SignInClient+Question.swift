extension SignInClient {
    /// Answers the question of the state ``SignInState/asking(_:)``, and waits for the backend.
    ///
    /// If the failure is about the answer, such as `link_ticket_invalid`, the question stays open. Without a network, too:
    /// answer again. A refusal of the person, such as `person_not_known`, ends it. ``cancel()`` gives the sign-in up, and
    /// keeps the name. Whoever is signed in stays so.
    @discardableResult
    public func answer(_ answer: AccountAnswer) async -> SignInStatus { await carryOut(.answerWanted(answer)) }

    /// Waits for the end of a question in a task that does not keep the client.
    func watchQuestion(of attempt: Secret, _ seconds: Double) -> Task<Void, Never> {
        Task { [weak self, clock] in
            do { try await clock.sleep(max(0, seconds)) } catch { return }
            await self?.take(.questionOverdue(attempt: attempt))
        }
    }

    func send(_ answer: AccountAnswer, _ pending: PendingSignIn) async {
        guard let question = pending.question else { return }
        let outcome: QuestionOutcome
        do {
            switch try await reply(to: answer, question) {
            case .session(let session):
                outcome = .accepted(
                    StoredSession(session, appleUser: pending.appleUser, attempt: pending.attempt, at: clock.now()))
            case .account(let account):
                await keeper.use(account)
                outcome = .merged(account)
            }
        } catch {
            outcome = .failed(SignInFailure(of: error))
        }
        await take(.questionAnswered(outcome, attempt: pending.attempt))
    }

    private func reply(to answer: AccountAnswer, _ question: OpenQuestion) async throws -> AnswerReply {
        let backend = try linkingBackend()
        guard answer.needsSession else { return try await backend.answer(answer, to: question, as: nil) }
        return try await usingSession { try await backend.answer(answer, to: question, as: $0) }
    }
}

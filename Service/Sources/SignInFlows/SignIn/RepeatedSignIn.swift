import AccountStorage
import Foundation

/// Replies once more to whoever lost our reply and sends Apple's answer again. Nothing is stored, and Apple is not asked.
struct RepeatedSignIn: Sendable {
    let environment: SignInEnvironment

    /// The same sign-in, or the same question.
    ///
    /// Refuses with `attempt_under_way` while the first request is worked on, and with `attempt_used` another answer, and one
    /// whose session was used, ended or is over.
    func reply(to answer: AppleAnswer, for claimed: ClaimedAttempt) async throws(SignInError) -> SignInOutcome {
        let (session, question) = (claimed.secret.sessionID, claimed.secret.question(environment.secrets))
        let now = environment.instant
        let reading = SessionReading(policy: environment.policy)
        let found = try await environment.transact {
            transaction throws(StorageFailure) -> Outcome<Result<Found, SignInError>> in
            if try transaction.findSession(session) != nil {
                switch try reading.find(session, in: transaction, at: now) {
                case .success(let signedIn): return .keep(.success(.session(signedIn)))
                case .failure(.sessionEnded), .failure(.sessionExpired): return .keep(.success(.endedSession))
                case .failure(let refusal): return .keep(.failure(.refused(refusal)))
                }
            }
            let proof = try transaction.findLinkProof(question.proofID)
            return .keep(.success(proof.flatMap { now < $0.expiresAt ? .question($0) : nil } ?? .nothing))
        }
        let decision = AttemptRepeat.decide(claimed.attempt, answerHash: answer.hash, ending: found.ending, at: now)
        switch (decision, found) {
        case (.replyAgain, .session(let found)): return .signedIn(try issue(found))
        case (.replyAgain, .question(let proof)): return .asks(try ask(question, proof))
        case (.underWay, _): throw .refused(.attemptUnderWay(retryAfter: AttemptRepeat.retryAfter))
        case (.used, _), (.replyAgain, .endedSession), (.replyAgain, .nothing): throw .refused(.attemptUsed)
        }
    }

    private enum Found: Sendable {
        case session(SignedInSession)
        case question(LinkProof)
        case endedSession
        case nothing

        var ending: AttemptRepeat.Ending {
            switch self {
            case .session(let found): .session(isUsed: found.session.counter > 0)
            case .question: .question
            case .endedSession: .endedSession
            case .nothing: .nothing
            }
        }
    }

    private func issue(_ found: SignedInSession) throws(SignInError) -> SignedIn {
        // The transaction that made the account gave both rows its time.
        let isNew = found.account.createdAt == found.session.createdAt
        return try .issue(
            found.session, of: found.account, isNew: isNew, repeatedAt: environment.instant, in: environment)
    }

    private func ask(_ question: OneUseSecret, _ proof: LinkProof) throws(SignInError) -> AccountQuestion {
        let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID)
        guard let contents else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.attemptUsed)
        }
        return AccountQuestion(
            question: question.text, expiresIn: Int(proof.expiresAt.timeIntervalSince(environment.instant)),
            isAddressHidden: contents.facts.isAddressHidden, isAboutMerging: proof.sessionID != nil)
    }
}

import Foundation
import SignInAPI

/// The question of the backend, and the person's answer.
extension SignInLifeCycle {
    /// Apple's answer and the question are stored together, so that the person can still answer after the process ended.
    mutating func ask(_ question: OpenQuestion, about pending: PendingSignIn, at now: Date) -> [SignInEffect] {
        guard pending.purpose.mayTakeTime else {
            // Nobody said that a question is welcome. Whoever confirms has an account, so this is another person.
            return retire(pending) + fail(.otherAccount, pending.purpose)
        }
        var asked = pending
        asked.question = question
        work = .none
        failure = nil
        return [.keepPending(asked)] + reopen(asked, question, at: now)
    }

    /// Waits for the person's answer.
    mutating func reopen(_ pending: PendingSignIn, _ question: OpenQuestion, at now: Date) -> [SignInEffect] {
        asked = pending
        return [.watchQuestion(attempt: pending.attempt, seconds: question.expiresAt.timeIntervalSince(now))]
    }

    /// Shows an offer to the person who has just signed in. Their session is stored, and the service has their name, so
    /// nothing is lost if they do not answer.
    mutating func show(_ offer: OpenQuestion, after pending: PendingSignIn, at now: Date) -> [SignInEffect] {
        var offered = pending
        offered.question = offer
        offered.question?.isOffer = true
        return [.keepPending(offered)] + reopen(offered, offer, at: now)
    }

    mutating func answerWanted(_ answer: AccountAnswer, at now: Date) -> [SignInEffect] {
        guard work == .none, let pending = asked, let question = pending.question else { return [] }
        guard now < question.expiresAt else { return endQuestion(.attemptExpired) }
        let person: SignedInPerson? = if case .somebody(let person) = standing { person } else { nil }
        guard question.shown(to: person).takes(answer) else {
            failure = .notSupported
            return []
        }
        if case .ticket(let ticket) = answer, !ticket.isWellFormed {
            failure = .linkTicketInvalid
            return []
        }
        failure = nil
        work = .answering(answer)
        // If the reply is lost, only the service knows whether it still offers. Its next offer comes with the next sign-in.
        let stored: [SignInEffect] = pending.isOffer ? [.forgetPending(attempt: pending.attempt)] : []
        return stored + [.answer(answer, pending)]
    }

    /// A refusal of the answer leaves the question open: the person may get another ticket, or sign in again. A refusal of
    /// the person ends it, because the service asks nobody twice.
    mutating func questionAnswered(
        _ outcome: QuestionOutcome, attempt: Secret, at now: Date
    ) -> [SignInEffect] {
        guard case .answering = work, let pending = asked, pending.attempt == attempt else {
            // The sign-in was given up in the meantime, so the session would not be used.
            if case .accepted(let session) = outcome { return [.endUnusedSession(session)] }
            return []
        }
        work = .none
        switch outcome {
        case .accepted(let session):
            asked = nil
            return accepted(session, pending)
        case .merged(let account):
            asked = nil
            failure = nil
            return accountRead(account) + confirm(pending)
        case .failed(let failure):
            if failure.endsQuestion { return endQuestion(failure) }
            guard now < pending.endsAt else { return endQuestion(.attemptExpired) }
            self.failure = failure
            return []
        }
    }

    /// While an answer is at the service, the service decides whether it came in time. While a password is, the question
    /// is looked at again a moment later. An offer ends without a failure, because the person wanted nothing.
    mutating func questionOverdue(_ attempt: Secret) -> [SignInEffect] {
        guard let pending = asked, pending.attempt == attempt else { return [] }
        switch work {
        case .none: return pending.isOffer ? giveUpQuestion() : endQuestion(.attemptExpired)
        case .answering: return []
        case .password, .opening, .sheet, .sending, .waiting, .held, .erasing:
            return [.watchQuestion(attempt: attempt, seconds: 1)]
        }
    }

    private mutating func endQuestion(_ failure: SignInFailure) -> [SignInEffect] {
        giveUpQuestion() + fail(failure, .signIn)
    }
}

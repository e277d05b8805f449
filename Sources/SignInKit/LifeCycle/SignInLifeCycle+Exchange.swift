import Foundation
import SignInAPI

/// The exchange of Apple's answer for a session of the service.
extension SignInLifeCycle {
    /// Seconds until the next attempt after this many failures: 1, 2, 4, … 60.
    static func retryDelay(failures: Int, retryAfter: Int?) -> Double {
        let doubled = Double(1 << min(max(failures, 1) - 1, 6))
        return max(min(doubled, 60), Double(retryAfter ?? 0))
    }

    mutating func submissionAnswered(
        _ answer: SubmissionAnswer, attempt: Secret, at now: Date
    ) -> [SignInEffect] {
        guard case .sending(let pending, let failures) = work, pending.attempt == attempt else {
            // The sign-in was cancelled in the meantime, so the session would not be used.
            if case .accepted(let session, _) = answer { return [.endUnusedSession(session)] }
            return []
        }
        switch answer {
        case .accepted(let session, let offer):
            // Whoever was signed in before wanted something else.
            guard let offer, case .nobody = standing else { return accepted(session, pending) }
            return accepted(session, pending) + show(offer, after: pending, at: now)
        case .asked(let question): return ask(question, about: pending, at: now)
        case .refused(let failure):
            if case .held = failure, pending.purpose == .signIn { return hold(failure, pending, at: now) }
            return retire(pending) + fail(failure, pending.purpose)
        case .unreachable(let retryAfter):
            return unreachable(pending, failures: failures + 1, retryAfter: retryAfter, at: now)
        }
    }

    mutating func accepted(_ session: StoredSession, _ pending: PendingSignIn) -> [SignInEffect] {
        if case .somebody(let person) = standing, person.account.id != session.account.id {
            // A transfer or a deletion must not change who is signed in.
            return [.endUnusedSession(session)] + retire(pending) + fail(.otherAccount, pending.purpose)
        }
        // The session that the person confirms, or with which they have answered a question, goes on beside the new one.
        let replaces: Bool
        switch (standing, pending.purpose) {
        case (_, .confirmation), (.somebody, .signIn), (.somebody, .search): replaces = true
        case (.somebody, _), (.nobody, _), (.unknown, _): replaces = false
        }
        standing = .somebody(session.person)
        isStorageUnread = false
        failure = nil
        // Apple has just confirmed the person.
        check = .idle
        unansweredChecks = 0
        nextCheckAt = .distantPast
        work = pending.purpose == .deletion ? .erasing : .none
        // The session is stored first. If the process ends in between, the next launch finds both and removes the rest.
        let store: SignInEffect = replaces ? .replaceSession(session) : .storeSession(session)
        return [store] + confirm(pending)
            + (pending.purpose == .deletion ? [.deleteAccount] : [])
    }

    /// Keeps Apple's answer, with which the person gets in once the backend has accepted them. It is sent again when they
    /// ask, and when the app comes back or starts.
    private mutating func hold(_ failure: SignInFailure, _ pending: PendingSignIn, at now: Date) -> [SignInEffect] {
        guard now < pending.expiresAt else { return retire(pending) + fail(failure, .signIn) }
        work = .held(pending)
        self.failure = failure
        return []
    }

    private mutating func unreachable(
        _ pending: PendingSignIn, failures: Int, retryAfter: Int?, at now: Date
    ) -> [SignInEffect] {
        guard pending.purpose.mayTakeTime else {
            return retire(pending) + fail(.unreachable(retryAfter: retryAfter), pending.purpose)
        }
        let delay = Self.retryDelay(failures: failures, retryAfter: retryAfter)
        guard now.addingTimeInterval(delay) < pending.expiresAt else {
            return retire(pending) + fail(.attemptExpired, .signIn)
        }
        work = .waiting(pending, failures: failures)
        failure = .unreachable(retryAfter: retryAfter)
        return [.scheduleRetry(attempt: pending.attempt, seconds: delay)]
    }

    mutating func retryDue(_ attempt: Secret, at now: Date) -> [SignInEffect] {
        guard case .waiting(let pending, let failures) = work, pending.attempt == attempt else { return [] }
        return sendAgain(pending, failures: failures, at: now)
    }

    /// Sends Apple's answer once more, unless its attempt has expired.
    mutating func sendAgain(_ pending: PendingSignIn, failures: Int, at now: Date) -> [SignInEffect] {
        guard now < pending.expiresAt else { return retire(pending) + fail(.attemptExpired, .signIn) }
        work = .sending(pending, failures: failures)
        return [.submit(pending)]
    }
}

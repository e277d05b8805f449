import Foundation
import SignInAPI

/// Checks whether the person's permission still exists.
extension SignInLifeCycle {
    /// Seconds before the next check after this many checks without an answer: 5, 10, 20, … 640.
    static func checkDelay(unanswered: Int) -> Double {
        5 * Double(1 << min(max(unanswered, 1) - 1, 7))
    }

    mutating func credentialAnswered(
        _ answer: CredentialAnswer, of user: String, at now: Date
    ) -> [SignInEffect] {
        guard case .asking(_, let isTrusted) = check, case .somebody(let person) = standing, person.appleUser == user
        else { return [] }
        check = .idle
        // While the account is being deleted, any answer is possible.
        if work == .erasing { return [] }
        guard case .state(let state) = answer else { return unanswered(isTrusted: isTrusted, at: now) }
        unansweredChecks = 0
        nextCheckAt = .distantPast
        switch state {
        case .authorized: return []
        case .transferred: return work == .none ? open(.transfer) : []
        case .revoked: return gone(.credentialRevoked, person, at: now)
        case .notFound: return gone(.credentialNotFound, person, at: now)
        }
    }

    /// An error is not a state. The session stays, and the next check waits for a while.
    private mutating func unanswered(isTrusted: Bool, at now: Date) -> [SignInEffect] {
        guard isTrusted else { return leave(.unconfirmedAfterReinstallation) }
        unansweredChecks += 1
        nextCheckAt = now.addingTimeInterval(Self.checkDelay(unanswered: unansweredChecks))
        return []
    }

    private mutating func gone(
        _ reason: SignedOutReason, _ person: SignedInPerson, at now: Date
    ) -> [SignInEffect] {
        let age = now.timeIntervalSince(person.signedInAt)
        guard policy.revocationTrust.asksService(secondsSinceSignIn: age) else { return leave(reason) }
        check = .confirming(reason)
        return [.confirmSession]
    }

    mutating func sessionAnswered(_ answer: SessionAnswer) -> [SignInEffect] {
        guard case .confirming(let reason) = check else { return [] }
        check = .idle
        return answer == .ended ? leave(reason, isEndedAtService: true) : []
    }

    mutating func sessionEnded() -> [SignInEffect] {
        guard case .somebody = standing else { return [] }
        if case .confirming(let reason) = check { return leave(reason, isEndedAtService: true) }
        return leave(.sessionEnded, isEndedAtService: true)
    }

    mutating func accountRead(_ account: AccountReply) -> [SignInEffect] {
        guard case .somebody(var person) = standing, person.account.id == account.id else { return [] }
        person.account = account
        standing = .somebody(person)
        return []
    }

    /// Signs out: closes the sheet, and removes the session and everything that belongs to the person.
    mutating func leave(_ reason: SignedOutReason, isEndedAtService: Bool = false) -> [SignInEffect] {
        var effects = cancelWanted(nil)
        if case .somebody(let person) = standing, let user = person.appleUser, reason.forgetsPerson {
            effects += forgetFirstTimeData(of: user)
        }
        effects.append(isEndedAtService ? .forgetSession : .endSession(because: reason))
        standing = .nobody(reason)
        work = .none
        check = .idle
        failure = nil
        unansweredChecks = 0
        nextCheckAt = .distantPast
        return effects
    }
}

extension SignedOutReason {
    /// Whether Apple returns the name again at the next sign-in, or the person's data must be removed.
    fileprivate var forgetsPerson: Bool {
        switch self {
        case .credentialRevoked, .accountDeleted: true
        case .notYet, .byPerson, .credentialNotFound, .unconfirmedAfterReinstallation, .sessionEnded: false
        }
    }
}

import Foundation
import SignInAPI

/// Checks whether the person's permission still exists.
extension SignInLifeCycle {
    /// Seconds between two requests for the identifier after a transfer.
    static let secondsBetweenTransfers: Double = 3_600

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
        guard case .state(let state) = answer else { return unanswered(isTrusted: isTrusted, at: now) }
        unansweredChecks = 0
        nextCheckAt = .distantPast
        transferred = state == .transferred ? user : nil
        switch state {
        case .authorized: return []
        case .transferred: return renewIdentifier(at: now)
        case .revoked: return gone(.credentialRevoked, person, isTrusted: isTrusted, at: now)
        case .notFound: return gone(.credentialNotFound, person, isTrusted: isTrusted, at: now)
        }
    }

    /// Asks Apple for the identifier that the person has since the app moved to another team. A request that failed is made
    /// again at the next launch, or after an hour.
    private mutating func renewIdentifier(at now: Date) -> [SignInEffect] {
        guard work == .none, asked == nil, now >= nextTransferAt else { return [] }
        nextTransferAt = now.addingTimeInterval(Self.secondsBetweenTransfers)
        return open(.transfer, nil)
    }

    /// An error is not a state. The session stays, and the next check waits for a while.
    private mutating func unanswered(isTrusted: Bool, at now: Date) -> [SignInEffect] {
        guard isTrusted else { return leave(.unconfirmedAfterReinstallation) }
        unansweredChecks += 1
        nextCheckAt = now.addingTimeInterval(Self.checkDelay(unanswered: unansweredChecks))
        return []
    }

    /// The service knows of revocations, but not of another Apple Account on the device. A session from an earlier
    /// installation needs the device's word.
    private mutating func gone(
        _ reason: SignedOutReason, _ person: SignedInPerson, isTrusted: Bool, at now: Date
    ) -> [SignInEffect] {
        let age = now.timeIntervalSince(person.signedInAt)
        let isBelieved = policy.revocationTrust.believesDevice(secondsSinceSignIn: age)
        let isQuestion = isTrusted && reason == .credentialRevoked
        let asksService = isQuestion && policy.revocationTrust.asksService(secondsSinceSignIn: age)
        guard asksService || !isBelieved else { return leave(reason) }
        let onItsWord = isBelieved ? reason : nil
        check = .confirming(reason, otherwise: isTrusted ? onItsWord : .unconfirmedAfterReinstallation)
        return [.confirmSession]
    }

    mutating func sessionAnswered(_ answer: SessionAnswer) -> [SignInEffect] {
        guard case .confirming(let reason, let otherwise) = check else { return [] }
        check = .idle
        switch answer {
        case .alive: return []
        case .ended: return leave(reason, isEndedAtService: true)
        case .unreachable:
            guard let otherwise, work != .erasing else { return [] }
            return leave(otherwise)
        }
    }

    mutating func sessionEnded() -> [SignInEffect] {
        guard case .somebody = standing else { return [] }
        if case .confirming(let reason, _) = check { return leave(reason, isEndedAtService: true) }
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
        var effects = giveUp()
        if case .somebody(let person) = standing, let user = person.appleUser, reason.forgetsPerson {
            effects.append(.changeNames(.forget(appleUser: user, keptUntil: .distantFuture)))
        }
        effects.append(isEndedAtService ? .forgetSession : .endSession(because: reason))
        standing = .nobody(reason)
        work = .none
        check = .idle
        failure = nil
        unansweredChecks = 0
        nextCheckAt = .distantPast
        nextTransferAt = .distantPast
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

import Foundation

/// Signing out, and deleting the account.
extension SignInLifeCycle {
    mutating func signOutWanted() -> [SignInEffect] {
        switch standing {
        case .unknown: []
        case .nobody: cancelWanted(nil)
        // The service is deleting the account, and afterwards nobody is signed in anyway.
        case .somebody: work == .erasing ? [] : leave(.byPerson)
        }
    }

    mutating func deletionWanted(_ tap: ButtonTap?, at now: Date) -> [SignInEffect] {
        guard case .somebody(let person) = standing, let way = makeWay(for: .deletion, tap, at: now) else { return [] }
        guard person.appleUser != nil else {
            failure = nil
            work = .erasing
            return way + [.deleteAccount]
        }
        return way + open(.deletion, tap)
    }

    mutating func deletionDone(_ revocation: AppleRevocation) -> [SignInEffect] {
        guard work == .erasing else { return [] }
        return leave(.accountDeleted(revocation), isEndedAtService: true)
    }

    mutating func deletionFailed(_ failure: SignInFailure) -> [SignInEffect] {
        guard work == .erasing else { return [] }
        if failure == .sessionEnded { return leave(.sessionEnded, isEndedAtService: true) }
        return fail(failure, .deletion)
    }
}

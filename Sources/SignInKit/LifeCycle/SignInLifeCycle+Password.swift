import Foundation
import SignInAPI

/// Passwords, from Apple's sheet or typed, and sessions that another login of the app has begun.
extension SignInLifeCycle {
    /// A typed password signs in, or confirms that the account is that of the person who is signed in. It replaces what
    /// Apple has not answered and a sign-in that is held. It leaves a question open, because the person may be about to say
    /// which account is theirs.
    mutating func passwordTyped(_ credential: PasswordCredential) -> [SignInEffect] {
        let purpose: SheetPurpose
        switch (standing, work) {
        case (.nobody, .none), (.nobody, .opening), (.nobody, .sheet), (.nobody, .held): purpose = .signIn
        case (.somebody, .none): purpose = .confirmation
        case (.unknown, _), (.nobody, _), (.somebody, _): return []
        }
        guard policy.takesPasswords else {
            failure = .notSupported
            return []
        }
        let effects = giveUpSheet() + giveUpHeld()
        failure = nil
        openings += 1
        let id = Secret("typed-\(openings)")
        work = .password(purpose, attempt: id)
        return effects + [.signInWithPassword(credential, attempt: id)]
    }

    mutating func passwordAnswered(_ answer: PasswordAnswer, attempt: Secret) -> [SignInEffect] {
        guard case .password(let purpose, let id) = work, id == attempt else {
            if case .accepted(let session) = answer { return [.endUnusedSession(session)] }
            return []
        }
        switch answer {
        case .accepted(let session):
            guard case .somebody(let person) = standing else {
                work = .none
                return begin(session)
            }
            guard person.account.id == session.account.id else {
                return [.endUnusedSession(session)] + fail(.otherAccount, purpose)
            }
            work = .none
            return giveUpOffer() + [.replaceSession(keep(session, of: person))]
        case .failed(let failure):
            return fail(failure, .signIn)
        }
    }

    /// A session that another login of the app has begun. It takes the place of a sign-in with Apple, but not of another
    /// account. A question stays open, because the person may have signed in to say which account is theirs.
    mutating func sessionAdopted(_ session: StoredSession) -> [SignInEffect] {
        switch standing {
        case .unknown: return []
        case .nobody:
            let effects: [SignInEffect]
            switch work {
            case .none, .opening, .sheet, .answering, .erasing: effects = giveUpSheet()
            case .sending, .waiting, .held, .password: effects = giveUp()
            }
            return effects + begin(session)
        case .somebody(let person):
            guard person.account.id == session.account.id else {
                failure = .otherAccount
                return []
            }
            guard work == .none else { return [] }
            return giveUpOffer() + [.storeSession(keep(session, of: person))]
        }
    }

    private mutating func begin(_ session: StoredSession) -> [SignInEffect] {
        standing = .somebody(session.person)
        isStorageUnread = false
        check = .idle
        failure = nil
        return [.storeSession(session)]
    }

    /// The next session of the same person, whose Apple Account stays known.
    private mutating func keep(_ session: StoredSession, of person: SignedInPerson) -> StoredSession {
        var session = session
        session.appleUser = session.appleUser ?? person.appleUser
        standing = .somebody(session.person)
        check = .idle
        failure = nil
        return session
    }
}

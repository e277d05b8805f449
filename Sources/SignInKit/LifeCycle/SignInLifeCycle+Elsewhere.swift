/// What another window, or an extension of the app, has done.
extension SignInLifeCycle {
    mutating func sessionChanged(_ stored: StoredSession?, because reason: SignedOutReason) -> [SignInEffect] {
        guard work != .erasing else { return [] }
        switch standing {
        case .unknown: return []
        case .nobody:
            // Apple's answer or a password is at the service, and its session follows in a moment. What was never read may
            // be from an earlier installation, so the launch decides about it.
            guard let stored, !isExchanging, !isStorageUnread else { return [] }
            return follow(stored)
        case .somebody(let person):
            guard let stored else { return leave(reason, isEndedAtService: true) }
            // The same session without its Apple Account is no other one: what is under way goes on.
            let isAppleUserGone = stored.appleUser == nil && person.appleUser != nil
            guard isAppleUserGone, stored.signedInAt == person.signedInAt, stored.account.id == person.account.id
            else { return follow(stored) }
            return appleAccountsGone(stored.signedInAt, elsewhere: stored)
        }
    }

    private var isExchanging: Bool {
        switch work {
        case .sending, .password, .answering: true
        case .none, .opening, .sheet, .waiting, .held, .erasing: false
        }
    }

    private mutating func follow(_ stored: StoredSession) -> [SignInEffect] {
        let effects = giveUpWork(for: stored)
        standing = .somebody(stored.person)
        check = .idle
        failure = nil
        return effects + [.useSession(stored)]
    }

    /// The sign-in that waits for the network, for a decision or for the person.
    private var unfinished: PendingSignIn? {
        switch work {
        case .waiting(let pending, _), .held(let pending): pending
        case .none, .opening, .sheet, .sending, .password, .answering, .erasing: asked
        }
    }

    /// The other client may have sent the name of this one's sign-in.
    private mutating func giveUpWork(for stored: StoredSession) -> [SignInEffect] {
        guard let pending = unfinished, pending.hasArrived(with: stored) else { return giveUp() }
        work = .none
        asked = nil
        return confirm(pending)
    }
}

import Foundation

/// The launch of the app and its return to the foreground.
extension SignInLifeCycle {
    mutating func launched(_ stored: StoredSignIn, at now: Date) -> [SignInEffect] {
        guard awaitsStorage else { return [] }
        isStorageUnread = !stored.wasRead
        guard let session = stored.session else {
            standing = .nobody(.notYet)
            guard let pending = stored.pending else { return [] }
            // After a reinstallation nobody has tapped yet, and it may be the next person who does.
            return stored.isFirstRun ? retire(pending) : resume(pending, at: now)
        }
        standing = .somebody(session.person)
        failure = nil
        var effects: [SignInEffect] = []
        if let pending = stored.pending {
            effects = resume(pending, beside: session, isFirstRun: stored.isFirstRun, at: now)
        }
        guard let user = session.appleUser else {
            return effects + (stored.isFirstRun ? confirmAfterReinstallation() : [])
        }
        check = .asking(atLaunch: true, isTrusted: !stored.isFirstRun)
        return effects + [.checkCredential(appleUser: user)]
    }

    /// Whether the stored data is still to come: nothing was read yet, or a tap began without it and led to nothing.
    var awaitsStorage: Bool { standing == .unknown || (isStorageUnread && work == .none) }

    /// After a sign-in with a password, the device knows nothing that could be asked. So the service has to confirm what
    /// outlived the app's removal.
    private mutating func confirmAfterReinstallation() -> [SignInEffect] {
        check = .confirming(.sessionEnded, otherwise: .unconfirmedAfterReinstallation)
        return [.confirmSession]
    }

    /// Continues a sign-in that the end of the process interrupted.
    private mutating func resume(_ pending: PendingSignIn, at now: Date) -> [SignInEffect] {
        guard pending.purpose == .signIn || pending.purpose == .search, !pending.isOffer, now < pending.endsAt else {
            return retire(pending)
        }
        return goOn(with: pending, at: now)
    }

    /// Continues a link, a question or an offer. Otherwise the process ended between the service's answer and the removal: confirmed
    /// data is removed, the rest is kept.
    private mutating func resume(
        _ pending: PendingSignIn, beside session: StoredSession, isFirstRun: Bool, at now: Date
    ) -> [SignInEffect] {
        if pending.hasArrived(with: session) { return confirm(pending) }
        let isOpen = pending.purpose.isLink || pending.question != nil
        guard isOpen, !isFirstRun, now < pending.endsAt else { return retire(pending) }
        return goOn(with: pending, at: now)
    }

    private mutating func goOn(with pending: PendingSignIn, at now: Date) -> [SignInEffect] {
        if let question = pending.question { return reopen(pending, question, at: now) }
        work = .sending(pending, failures: 0)
        return [.submit(pending)]
    }

    mutating func foregrounded(at now: Date) -> [SignInEffect] {
        switch work {
        case .waiting(let pending, let failures): return sendAgain(pending, failures: failures, at: now)
        case .held(let pending): return sendAgain(pending, failures: 0, at: now)
        case .none, .opening, .sheet, .sending, .password, .answering, .erasing:
            return closeForgottenSheet(at: now) + (now < nextCheckAt ? [] : checkCredential())
        }
    }

    /// Checks the signed-in person's credential state, unless a check is running or the account is being deleted.
    mutating func checkCredential() -> [SignInEffect] {
        guard case .somebody(let person) = standing, let user = person.appleUser, check == .idle, work != .erasing
        else { return [] }
        check = .asking(atLaunch: false, isTrusted: true)
        return [.checkCredential(appleUser: user)]
    }

    /// Removes the data of a sign-in that the service has accepted. A name that came after it was sent stays.
    func confirm(_ pending: PendingSignIn) -> [SignInEffect] {
        let end = SignInEffect.forgetPending(attempt: pending.attempt)
        guard let sent = pending.firstTimeData else { return [end] }
        return [end, .changeNames(.forget(appleUser: sent.appleUser, keptUntil: sent.keptAt))]
    }

    /// Ends an attempt that was not confirmed. What Apple will not return again is kept for the next one.
    func retire(_ pending: PendingSignIn) -> [SignInEffect] {
        let end = SignInEffect.forgetPending(attempt: pending.attempt)
        guard let data = pending.firstTimeData else { return [end] }
        return [.changeNames(.keep(data)), end]
    }
}

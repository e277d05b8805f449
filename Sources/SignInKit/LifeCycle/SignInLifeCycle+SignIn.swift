import Foundation

/// The steps from the tap to Apple's answer.
extension SignInLifeCycle {
    /// Searches only for somebody who has not signed in yet: a person who has just signed out must not see the sheet at
    /// once. Without a quiet search, the sheet could offer passwords that the app cannot use, so there is none.
    mutating func searchWanted() -> [SignInEffect] {
        guard standing == .nobody(.notYet), work == .none, policy.searchesQuietly || policy.takesPasswords
        else { return [] }
        return open(.search, nil)
    }

    mutating func signInWanted(_ tap: ButtonTap?, at now: Date) -> [SignInEffect] {
        guard case .nobody = standing else { return [] }
        switch work {
        case .none, .opening(.search, _):
            return open(.signIn, tap)
        case .sheet(.search, _):
            return [.dismissSheet] + open(.signIn, tap)
        case .sheet(.signIn, _) where isSheetMissing(tap, at: now):
            return [.dismissSheet] + open(.signIn, tap)
        case .waiting(let pending, _) where isHeld && now >= pending.expiresAt:
            return retire(pending) + open(.signIn, tap)
        case .waiting(let pending, _):
            return retryDue(pending.attempt, at: now)
        case .opening, .sheet, .sending, .password, .erasing:
            // A second call joins the first.
            return []
        }
    }

    mutating func open(_ purpose: SheetPurpose, _ tap: ButtonTap?) -> [SignInEffect] {
        failure = nil
        openings += 1
        work = .opening(purpose, number: openings)
        sheetTap = tap
        return [.openAttempt(Opening(purpose: purpose, number: openings))]
    }

    mutating func attemptOpened(_ attempt: SignInAttempt, _ opening: Opening, at now: Date) -> [SignInEffect] {
        let purpose = opening.purpose
        guard work == .opening(purpose, number: opening.number) else { return [] }
        work = .sheet(purpose, attempt)
        sheetSince = now
        awaySince = nil
        // An existing account needs no name.
        let scopes = purpose == .signIn ? policy.scopes : []
        let known: String? = if case .somebody(let person) = standing { person.appleUser } else { nil }
        return [
            .present(
                SheetRequest(
                    purpose: purpose, attempt: attempt, scopes: scopes,
                    appleUser: purpose == .transfer ? known : nil,
                    includesPasswords: purpose == .search))
        ]
    }

    mutating func attemptFailed(_ failure: SignInFailure, _ opening: Opening) -> [SignInEffect] {
        guard work == .opening(opening.purpose, number: opening.number) else { return [] }
        return fail(failure, opening.purpose)
    }

    /// Ends the current work. The failure of a search or a transfer is not reported, because nobody asked for them.
    mutating func fail(_ failure: SignInFailure, _ purpose: SheetPurpose) -> [SignInEffect] {
        work = .none
        self.failure = purpose == .signIn || purpose == .deletion ? failure : nil
        return []
    }

    mutating func sheetEnded(
        _ result: SheetResult, attempt id: Secret, kept: FirstTimeData?, at now: Date
    ) -> [SignInEffect] {
        guard case .sheet(let purpose, let attempt) = work, attempt.id == id else {
            return sheetEndedLate(result, attempt: id, at: now)
        }
        switch result {
        case .apple(let credential):
            return credentialCame(credential, purpose, attempt, kept: kept, at: now)
        case .password(let credential):
            guard purpose == .search, policy.takesPasswords else {
                return fail(.sheet(.unexpectedCredential), purpose)
            }
            work = .password(attempt: id)
            return [.signInWithPassword(credential, attempt: id)]
        case .error(let error):
            return sheetEnded(.failed(SheetFailure(error)), attempt: id, kept: kept, at: now)
        case .failed(.canceled):
            // Closing the sheet is not a failure.
            work = .none
            return []
        case .failed(let failure):
            return fail(.sheet(failure), purpose)
        }
    }

    /// A sheet that was given up ended after all. Its sign-in is over, but the name that it brings must not get lost.
    private func sheetEndedLate(_ result: SheetResult, attempt id: Secret, at now: Date) -> [SignInEffect] {
        guard case .apple(let credential) = result, credential.state == SignInAttempt.state(of: id) else { return [] }
        return keepName(of: credential, at: now)
    }

    private mutating func credentialCame(
        _ credential: AppleCredential, _ purpose: SheetPurpose, _ attempt: SignInAttempt, kept: FirstTimeData?,
        at now: Date
    ) -> [SignInEffect] {
        guard credential.state == attempt.state else { return fail(.stateMismatch, purpose) }
        if purpose == .deletion, case .somebody(let person) = standing, person.appleUser != credential.user {
            return fail(.otherPerson, purpose)
        }
        guard let pending = PendingSignIn(credential, purpose: purpose, attempt: attempt, kept: kept, at: now) else {
            return fail(.credentialIncomplete, purpose) + keepName(of: credential, at: now)
        }
        work = .sending(pending, failures: 0)
        return [.keepPending(pending), .submit(pending)]
    }

    /// Apple returns the name only once, so it is kept even from an answer that cannot be used.
    private func keepName(of credential: AppleCredential, at now: Date) -> [SignInEffect] {
        guard let name = credential.name else { return [] }
        return [.changeNames(.keep(FirstTimeData(appleUser: credential.user, name: name, keptAt: now)))]
    }

    mutating func passwordAnswered(_ answer: PasswordAnswer, attempt: Secret) -> [SignInEffect] {
        guard work == .password(attempt: attempt) else {
            if case .accepted(let session) = answer { return [.endUnusedSession(session)] }
            return []
        }
        switch answer {
        case .accepted(let session):
            work = .none
            standing = .somebody(session.person)
            isStorageUnread = false
            return [.storeSession(session)]
        case .failed(let failure):
            return fail(failure, .signIn)
        }
    }

    /// A cancelled search must not end the sign-in that replaced it.
    mutating func cancelWanted(_ purpose: SheetPurpose?) -> [SignInEffect] {
        if let purpose, purpose != work.purpose { return [] }
        switch work {
        case .none, .erasing: return []
        case .opening, .password:
            work = .none
            return []
        case .sheet:
            work = .none
            return [.dismissSheet]
        case .sending(let pending, _), .waiting(let pending, _):
            work = .none
            failure = nil
            return retire(pending)
        }
    }
}

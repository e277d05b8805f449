import Foundation

/// The steps from the tap to Apple's answer.
extension SignInLifeCycle {
    /// Searches only for somebody who has not signed in yet: a person who has just signed out must not see the sheet at
    /// once. Without a quiet search, the sheet could offer passwords that the app cannot use, so there is none.
    mutating func searchWanted() -> [SignInEffect] {
        guard standing == .nobody(.notYet), work == .none, policy.searchesQuietly || policy.takesPasswords
        else { return [] }
        return open(.search)
    }

    mutating func signInWanted(at now: Date) -> [SignInEffect] {
        guard case .nobody = standing else { return [] }
        switch work {
        case .none, .opening(.search):
            return open(.signIn)
        case .sheet(.search, _):
            return [.dismissSheet] + open(.signIn)
        case .sheet(.signIn, _) where isSheetMissing(at: now):
            return [.dismissSheet] + open(.signIn)
        case .waiting(let pending, _):
            return retryDue(pending.attempt, at: now)
        case .opening, .sheet, .sending, .password, .erasing:
            // Ignores a second tap.
            return []
        }
    }

    mutating func open(_ purpose: SheetPurpose) -> [SignInEffect] {
        failure = nil
        work = .opening(purpose)
        return [.openAttempt(purpose)]
    }

    mutating func attemptOpened(_ attempt: SignInAttempt, _ purpose: SheetPurpose, at now: Date) -> [SignInEffect] {
        guard work == .opening(purpose) else { return [] }
        work = .sheet(purpose, attempt)
        sheetSince = now
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

    mutating func attemptFailed(_ failure: SignInFailure, _ purpose: SheetPurpose) -> [SignInEffect] {
        guard work == .opening(purpose) else { return [] }
        return fail(failure, purpose)
    }

    /// Ends the current work. The failure of a search or a transfer is not reported, because nobody asked for them.
    mutating func fail(_ failure: SignInFailure, _ purpose: SheetPurpose) -> [SignInEffect] {
        work = .none
        self.failure = purpose == .signIn || purpose == .deletion ? failure : nil
        return []
    }

    mutating func sheetEnded(_ result: SheetResult, attempt id: Secret, at now: Date) -> [SignInEffect] {
        guard case .sheet(let purpose, let attempt) = work, attempt.id == id else { return [] }
        switch result {
        case .apple(let credential):
            return credentialCame(credential, purpose, attempt, at: now)
        case .password(let credential):
            guard purpose == .search, policy.takesPasswords else {
                return fail(.sheet(.unexpectedCredential), purpose)
            }
            work = .password
            return [.signInWithPassword(credential)]
        case .error(let error):
            return sheetEnded(.failed(SheetFailure(error)), attempt: id, at: now)
        case .failed(.canceled):
            // Closing the sheet is not a failure.
            work = .none
            return []
        case .failed(let failure):
            return fail(.sheet(failure), purpose)
        }
    }

    private mutating func credentialCame(
        _ credential: AppleCredential, _ purpose: SheetPurpose, _ attempt: SignInAttempt, at now: Date
    ) -> [SignInEffect] {
        guard credential.state == attempt.state else { return fail(.stateMismatch, purpose) }
        if purpose == .deletion, case .somebody(let person) = standing, person.appleUser != credential.user {
            return fail(.otherPerson, purpose)
        }
        let kept = firstTimeData.first { $0.appleUser == credential.user }
        guard let pending = PendingSignIn(credential, purpose: purpose, attempt: attempt, kept: kept, at: now) else {
            // Apple returns the name only once, so keep it even from an unusable credential.
            let name = credential.name.map { FirstTimeData(appleUser: credential.user, name: $0, keptAt: now) }
            return fail(.credentialIncomplete, purpose) + (name.map { keep($0) } ?? [])
        }
        work = .sending(pending, failures: 0)
        return [.keepPending(pending), .submit(pending)]
    }

    private mutating func keep(_ data: FirstTimeData) -> [SignInEffect] {
        firstTimeData.removeAll { $0.appleUser == data.appleUser }
        firstTimeData.append(data)
        return [.keepFirstTimeData(firstTimeData)]
    }

    mutating func passwordAnswered(_ answer: PasswordAnswer) -> [SignInEffect] {
        guard work == .password else {
            if case .accepted(let session) = answer { return [.endUnusedSession(session)] }
            return []
        }
        switch answer {
        case .accepted(let session):
            work = .none
            standing = .somebody(session.person)
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

import Foundation

/// The steps from the tap to Apple's answer.
extension SignInLifeCycle {
    /// Searches only for somebody who has not signed in yet: a person who has just signed out must not see the sheet at
    /// once. Without a quiet search, the sheet could offer passwords that the app cannot use, so there is none.
    mutating func searchWanted() -> [SignInEffect] {
        guard standing == .nobody(.notYet), work == .none, asked == nil,
            policy.searchesQuietly || policy.takesPasswords
        else { return [] }
        return open(.search, nil)
    }

    mutating func signInWanted(_ tap: ButtonTap?, _ options: SignInOptions, at now: Date) -> [SignInEffect] {
        guard case .nobody = standing else { return [] }
        switch work {
        case .none, .opening(.search, _), .sheet(.search, _):
            return signIn(tap, options)
        case .opening(.signIn, _) where isOtherTicket(options), .sheet(.signIn, _) where isOtherTicket(options):
            return signIn(tap, options)
        case .sheet(.signIn, _) where isSheetMissing(tap, at: now):
            return signIn(tap, options)
        case .held(let pending) where isOtherTicket(options) || now >= pending.expiresAt:
            return signIn(tap, options)
        case .held(let pending):
            return sendAgain(pending, failures: 0, at: now)
        case .waiting(let pending, let failures):
            return sendAgain(pending, failures: failures, at: now)
        case .opening, .sheet, .sending, .password, .answering, .erasing:
            // A second call joins the first.
            return []
        }
    }

    /// Whether the sign-in leads to another account than the one under way. Joining that would make a second account.
    private func isOtherTicket(_ options: SignInOptions) -> Bool {
        options.ticket != nil && options.ticket != self.options.ticket
    }

    /// A sign-in replaces what Apple has not answered, a sign-in that is held, and a question that the person does not want
    /// to answer.
    private mutating func signIn(_ tap: ButtonTap?, _ options: SignInOptions) -> [SignInEffect] {
        if let ticket = options.ticket, !ticket.isWellFormed {
            failure = .linkTicketInvalid
            return []
        }
        var options = options
        options.offersPasswords = options.offersPasswords && options.ticket == nil && policy.takesPasswords
        return giveUpSheet() + giveUpHeld() + giveUpQuestion() + open(.signIn, tap, options)
    }

    mutating func open(
        _ purpose: SheetPurpose, _ tap: ButtonTap?, _ options: SignInOptions = SignInOptions()
    ) -> [SignInEffect] {
        failure = nil
        openings += 1
        work = .opening(purpose, number: openings)
        sheetTap = tap
        self.options = options
        return [.openAttempt(Opening(purpose: purpose, number: openings, options: options))]
    }

    mutating func attemptOpened(_ attempt: SignInAttempt, _ opening: Opening, at now: Date) -> [SignInEffect] {
        let purpose = opening.purpose
        guard work == .opening(purpose, number: opening.number) else { return [] }
        return present(purpose, attempt, at: now)
    }

    private mutating func present(_ purpose: SheetPurpose, _ attempt: SignInAttempt, at now: Date) -> [SignInEffect] {
        work = .sheet(purpose, attempt)
        sheetSince = now
        awaySince = nil
        let offersPasswords = purpose == .search || options.offersPasswords
        // An existing account needs no name.
        let scopes = purpose == .signIn && !offersPasswords ? policy.scopes : []
        let known: String? = if case .somebody(let person) = standing { person.appleUser } else { nil }
        return [
            .present(
                SheetRequest(
                    purpose: purpose, attempt: attempt, scopes: scopes,
                    appleUser: purpose == .transfer ? known : nil,
                    includesPasswords: offersPasswords))
        ]
    }

    mutating func attemptFailed(_ failure: SignInFailure, _ opening: Opening) -> [SignInEffect] {
        guard work == .opening(opening.purpose, number: opening.number) else { return [] }
        return fail(failure, opening.purpose)
    }

    /// Ends the current work. The failure of a search or a transfer is not shown, because nobody asked for them. That of a
    /// transfer is an incident, because the person would stay without their new identifier.
    mutating func fail(_ failure: SignInFailure, _ purpose: SheetPurpose) -> [SignInEffect] {
        work = .none
        self.failure = purpose == .search || purpose == .transfer ? nil : failure
        return purpose == .transfer ? [.reportTransfer(failure)] : []
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
            guard purpose == .search || options.offersPasswords, policy.takesPasswords else {
                return fail(.sheet(.unexpectedCredential), purpose)
            }
            work = .password(purpose, attempt: id)
            return [.signInWithPassword(credential, attempt: id)]
        case .error(let error) where options.offersPasswords && error.saysNothingFound:
            return presentAlone(attempt, at: now)
        case .error(let error):
            return sheetEnded(.failed(SheetFailure(error)), attempt: id, kept: kept, at: now)
        case .failed(.canceled):
            // Closing the sheet is not a failure.
            work = .none
            return []
        case .failed where options.offersPasswords:
            return presentAlone(attempt, at: now)
        case .failed(let failure):
            return fail(.sheet(failure), purpose)
        }
    }

    /// A request for both an Apple ID and passwords makes no account. If the device has neither, it fails without having
    /// shown anything, so the sheet for an Apple ID alone follows. Apple has not used the attempt.
    private mutating func presentAlone(_ attempt: SignInAttempt, at now: Date) -> [SignInEffect] {
        options.offersPasswords = false
        return present(.signIn, attempt, at: now)
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
        if purpose == .deletion || purpose == .confirmation, case .somebody(let person) = standing,
            person.appleUser != credential.user, transferred != person.appleUser
        {
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
}

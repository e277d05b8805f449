import AccountStorage
import SignInWithApple

/// The completion of a sign-in, from Apple's answer to the reply, for apps and browsers: find → verify → claim →
/// exchange → commit.
///
/// | step | input | output | type |
/// |---|---|---|---|
/// | find | ``AttemptSecret``, ``SignInCaller`` | ``FoundAttempt`` | ``SignInAttempts`` |
/// | verify | ``FoundAttempt``, ``AppleAnswer`` | ``ProvenPerson`` | ``IdentityProof`` |
/// | claim | ``ProvenPerson``, ``SignInPurpose`` | ``ClaimedSignIn`` | ``SignInClaim`` |
/// | exchange | ``ProvenPerson`` and the authorization code | ``GrantOutcome`` | ``CodeExchange`` |
/// | commit | ``ProvenPerson``, ``SignInPurpose``, ``GrantOutcome`` | ``StoredSignIn`` | ``SignInCommit`` |
///
/// The reply is a ``SignInOutcome``.
///
/// A signed attempt is found without the database. The claim stores it, and so finds out whether it was used before. Only
/// then is it read, and if the answer proves nobody: an attempt that is over is reported before what is wrong with the
/// answer.
///
/// Without a code, claim and commit are one transaction. The process may die between any two steps.
/// Before the claim nothing has changed, and the same answer can be sent again. After the claim the name is stored with
/// the identity, and a client that sends the same answer again is told to wait, and later to begin a new sign-in. After
/// the commit the same answer gets the same reply (``RepeatedSignIn``).
struct SignInPipeline: Sendable {
    let environment: SignInEnvironment

    /// The first step: finds the attempt that the caller began.
    func find(_ secret: AttemptSecret, by caller: SignInCaller) async throws(SignInError) -> FoundAttempt {
        let attempts = SignInAttempts(environment: environment)
        if let signed = attempts.findSigned(secret, by: caller) { return signed }
        return try await attempts.find(secret, by: caller)
    }

    /// The other four steps.
    func complete(
        _ attempt: FoundAttempt, with answer: AppleAnswer, by caller: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        let (attempts, repetition) = (
            SignInAttempts(environment: environment), RepeatedSignIn(environment: environment)
        )
        let person: ProvenPerson
        do throws(ProofFailure) {
            person = try await IdentityProof(environment: environment).verify(answer, for: attempt)
        } catch {
            let read = try await attempts.find(attempt.secret, by: caller)
            if read.isClaimed { return try await repetition.reply(to: answer, for: read, by: caller) }
            throw try await refusal(error, of: read)
        }
        let purpose = SignInPurpose(attempt.row, by: caller)
        switch try await claim(person, purpose) {
        case .claimedBefore:
            let read = try await attempts.find(attempt.secret, by: caller)
            return try await repetition.reply(to: answer, for: read, by: caller)
        case .stored(let stored):
            return try await reply(stored, to: person, purpose)
        case .needsExchange(let code, let isKnown, let transfer):
            let stored = try await releasingClaim(of: attempt.row.id) { () async throws(SignInError) in
                let grant = try await CodeExchange(environment: environment).exchange(
                    code, of: person, transfer)
                let stored = try await keepingToken(of: grant, of: person, purpose, wasKnown: isKnown)
                // Not thrown before: the token is already in the queue of revocations.
                if case .turnedAway(let refusal) = stored { throw refusal }
                return stored
            }
            return try await reply(stored, to: person, purpose)
        }
    }

    /// Why the answer is refused. A wrong one counts as a failure of the attempt.
    private func refusal(
        _ failure: ProofFailure, of attempt: FoundAttempt
    ) async throws(SignInError) -> SignInError {
        switch failure {
        case .rejected(let refusal):
            try await SignInAttempts(environment: environment).countFailure(attempt)
            return .refused(refusal)
        case .unverifiable(let error): return error
        }
    }

    private func claim(
        _ person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> ClaimedSignIn {
        let spending = SignInSpending(environment, of: person.identity.id)
        let claim = SignInClaim(of: person, commit: drawnCommit(person, purpose), spending: spending)
        let claimed = try await environment.write { records in try claim.apply(in: records) }.get()
        switch claimed {
        case .claimedBefore: break
        case .stored, .needsExchange:
            if person.identity.transferIdentifier != nil, let transfer = person.identity.client.transfer,
                transfer.noteClaim()
            {
                environment.report(.appTransferred(transfer: transfer.name))
            }
            await environment.observe(SignInStep(.attemptClaimed, attempt: person.attempt.row.id))
        }
        return claimed
    }

    /// Commits. If the sign-in is refused although Apple issued a token, the token is kept or revoked, so that nothing
    /// remains at Apple that nobody can end.
    private func keepingToken(
        of grant: GrantOutcome, of person: ProvenPerson, _ purpose: SignInPurpose, wasKnown: Bool
    ) async throws(SignInError) -> StoredSignIn {
        do throws(SignInError) {
            return try await commit(grant, of: person, purpose, wasKnown: wasKnown)
        } catch {
            // The commit may have succeeded anyway, with the token.
            if error.isAboutDatabase { throw error }
            let commit = drawnCommit(person, purpose)
            try? await environment.write { records in
                try commit.found(in: records).keepToken(of: grant, in: records)
            }
            throw error
        }
    }

    private func commit(
        _ grant: GrantOutcome, of person: ProvenPerson, _ purpose: SignInPurpose, wasKnown: Bool
    ) async throws(SignInError) -> StoredSignIn {
        await environment.observe(SignInStep(.commitStarted, attempt: person.attempt.row.id))
        let commit = drawnCommit(person, purpose)
        return try await environment.write { records in
            try commit.found(in: records).apply(grant, wasKnown: wasKnown, in: records)
        }
    }

    /// Draws the time and the random values anew for each transaction, so that the commit gets the time after Apple's
    /// response.
    private func drawnCommit(_ person: ProvenPerson, _ purpose: SignInPurpose) -> SignInCommit {
        SignInCommit(
            person.identity, purpose, SignInDraw(environment, for: person.attempt.secret), environment)
    }

    /// Releases the claim if the completion fails, so that a client that repeats the answer does not have to wait. If
    /// the release cannot be stored, the client waits as long as after a crash.
    private func releasingClaim(
        of attempt: AttemptID, _ work: () async throws(SignInError) -> StoredSignIn
    ) async throws(SignInError) -> StoredSignIn {
        do throws(SignInError) {
            return try await work()
        } catch {
            // The commit may have succeeded anyway. Then a repeated request finds its result. If not, the code is spent.
            if error.isAboutDatabase { throw error }
            try? await environment.write { records in try records.forgetClaim(attempt) }
            throw error
        }
    }

    private func reply(
        _ stored: StoredSignIn, to person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> SignInOutcome {
        switch stored {
        case .turnedAway(let refusal): throw refusal
        case .waits(let held): throw .held(held)
        case .session(let stored):
            let attempt = person.attempt.row.id
            await environment.observe(SignInStep(.committed, attempt: attempt, session: stored.session.id))
            let signedIn = try stored.reply(in: environment)
            guard let offer = stored.offer else { return .signedIn(signedIn) }
            return .offersMerge(signedIn, offer)
        case .question(let question, let isAboutTransfer):
            return .asks(
                AccountQuestion(
                    question: question.text, expiresIn: Int(environment.policy.questionLifetime.components.seconds),
                    isAddressHidden: person.identity.facts.isAddressHidden, isAboutMerging: purpose.link != nil,
                    isAboutTransfer: isAboutTransfer))
        }
    }
}

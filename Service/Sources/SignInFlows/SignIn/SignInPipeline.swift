import AccountStorage
import SignInWithApple

/// A sign-in from Apple's answer to our reply, for apps and browsers alike: find → verify → claim → exchange → commit.
///
/// | step | takes | gives | in |
/// |---|---|---|---|
/// | find | ``AttemptSecret``, ``SignInCaller`` | ``FoundAttempt`` | ``SignInAttempts`` |
/// | verify | ``FoundAttempt``, ``AppleAnswer`` | ``ProvenPerson`` | ``IdentityProof`` |
/// | claim | ``ProvenPerson``, ``SignInPurpose`` | ``ClaimedSignIn`` | ``SignInClaim`` |
/// | exchange | ``ProvenPerson`` and the authorization code | ``GrantOutcome`` | ``CodeExchange`` |
/// | commit | ``ProvenPerson``, ``SignInPurpose``, ``GrantOutcome`` | ``StoredSignIn`` | ``SignInCommit`` |
///
/// The reply is a ``SignInOutcome``.
///
/// Claim and commit are one transaction where Apple need not be asked for anything. The process may die between any two
/// steps: before the claim nothing has happened, and the same answer can be sent again; after it the name is kept under the
/// identity, and whoever sends the same answer again is told to wait, and then to begin anew; after the commit the same
/// answer gets the same reply (``RepeatedSignIn``).
struct SignInPipeline: Sendable {
    let environment: SignInEnvironment

    /// The first step: the attempt that the caller began.
    func find(_ secret: AttemptSecret, by caller: SignInCaller) async throws(SignInError) -> FoundAttempt {
        try await SignInAttempts(environment: environment).find(secret, by: caller)
    }

    /// The other four.
    func complete(
        _ attempt: FoundAttempt, with answer: AppleAnswer, by caller: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        if attempt.isClaimed {
            return try await RepeatedSignIn(environment: environment).reply(to: answer, for: attempt, by: caller)
        }
        let person = try await IdentityProof(environment: environment).verify(answer, for: attempt)
        let purpose = SignInPurpose(attempt.row, by: caller)
        switch try await claim(person, purpose) {
        case .stored(let stored):
            return try await reply(stored, to: person, purpose)
        case .needsExchange(let code):
            let stored = try await releasingClaim(of: attempt.row.id) { () async throws(SignInError) in
                let grant = try await CodeExchange(environment: environment).exchange(code, of: person)
                return try await commit(grant, of: person, purpose)
            }
            return try await reply(stored, to: person, purpose)
        }
    }

    private func claim(
        _ person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> ClaimedSignIn {
        let claim = SignInClaim(of: person, commit: drawnCommit(person, purpose))
        let claimed = try await environment.write { records in try claim.apply(in: records) }.get()
        await environment.observe(SignInStep(.attemptClaimed, attempt: person.attempt.row.id))
        return claimed
    }

    private func commit(
        _ grant: GrantOutcome, of person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> StoredSignIn {
        await environment.observe(SignInStep(.commitStarted, attempt: person.attempt.row.id))
        let commit = drawnCommit(person, purpose)
        return try await environment.write { records in try commit.apply(grant, in: records) }.get()
    }

    /// Draws what the next transaction needs of clock and chance: what the commit stores has the time after Apple's answer.
    private func drawnCommit(_ person: ProvenPerson, _ purpose: SignInPurpose) -> SignInCommit {
        SignInCommit(
            person.identity, purpose, SignInDraw(environment, for: person.attempt.secret), environment)
    }

    /// Whoever repeats the answer need not wait for a completion that failed. Should the database not hear of the failure, they
    /// wait as long as for a process that died.
    private func releasingClaim(
        of attempt: AttemptID, _ work: () async throws(SignInError) -> StoredSignIn
    ) async throws(SignInError) -> StoredSignIn {
        do throws(SignInError) {
            return try await work()
        } catch {
            // It may be stored all the same: then the repeat finds it.
            if case .unavailable(.databaseUnavailable, _) = error { throw error }
            try? await environment.write { records in try records.forgetClaim(attempt) }
            throw error
        }
    }

    private func reply(
        _ stored: StoredSignIn, to person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> SignInOutcome {
        switch stored {
        case .session(let stored):
            let attempt = person.attempt.row.id
            await environment.observe(SignInStep(.committed, attempt: attempt, session: stored.session.id))
            return .signedIn(try stored.reply(in: environment))
        case .question(let question):
            return .asks(
                AccountQuestion(
                    question: question.text, expiresIn: Int(environment.policy.questionLifetime.components.seconds),
                    isAddressHidden: person.identity.facts.isAddressHidden, isAboutMerging: purpose.link != nil))
        }
    }
}

import AccountStorage
import SignInWithApple

/// A sign-in from Apple's answer to our reply, for apps and browsers alike: find → verify → claim → exchange → commit.
///
/// | step | takes | gives |
/// |---|---|---|
/// | find | the attempt's secret (``SignInAttempts``) | ``FoundAttempt`` |
/// | verify | ``AppleAnswer`` | ``ProvenPerson`` |
/// | claim | ``ProvenPerson`` | ``ClaimedSignIn`` |
/// | exchange | the code | ``GrantOutcome`` |
/// | commit | ``GrantOutcome`` | ``SignInEnding`` |
///
/// Claim and commit are one transaction where Apple need not be asked for anything. The process may die between any two
/// steps. Before the claim nothing has happened, and the same answer can be sent again; after it the name is kept under the
/// identity, and the person begins a new attempt; after the commit they are known.
struct SignInPipeline: Sendable {
    let environment: SignInEnvironment

    func run(
        _ answer: AppleAnswer, for found: FoundAttempt, by caller: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        let open: OpenAttempt
        switch found {
        case .open(let found): open = found
        case .claimed(let claimed):
            return try await RepeatedSignIn(environment: environment).reply(to: answer, for: claimed, by: caller)
        }
        let person = try await IdentityProof(environment: environment).verify(answer, for: open)
        let purpose = SignInPurpose(open.attempt, by: caller)
        let claimed = try await claim(person, purpose)
        await environment.observe(SignInStep(.attemptClaimed, attempt: open.attempt.id))
        switch claimed {
        case .ended(let ending): return try await reply(ending, to: person, purpose)
        case .needsExchange(let code):
            let ending = try await forgettingFailures(of: open.attempt.id) { () async throws(SignInError) in
                let grant = try await CodeExchange(environment: environment).exchange(code, of: person)
                return try await commit(person, purpose, grant)
            }
            return try await reply(ending, to: person, purpose)
        }
    }

    private func claim(
        _ person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> ClaimedSignIn {
        let transaction = SignInTransaction(
            person.identity, purpose, SignInDraw(environment, for: person.open.secret), environment)
        let claim = transaction.claim(of: person)
        return try await environment.transact { records throws(StorageFailure) in try claim.apply(in: records) }
    }

    private func commit(
        _ person: ProvenPerson, _ purpose: SignInPurpose, _ grant: GrantOutcome
    ) async throws(SignInError) -> SignInEnding {
        await environment.observe(SignInStep(.commitStarted, attempt: person.open.attempt.id))
        // Drawn anew: what is stored, and what the app's backend is told, has the time after Apple's answer.
        let transaction = SignInTransaction(
            person.identity, purpose, SignInDraw(environment, for: person.open.secret), environment)
        return try await environment.transact { records throws(StorageFailure) in
            try transaction.commit(grant, in: records)
        }
    }

    /// Whoever repeats the answer need not wait for a completion that failed. Should the database not hear of the failure, they
    /// wait as long as for a process that died.
    private func forgettingFailures(
        of attempt: AttemptID, _ work: () async throws(SignInError) -> SignInEnding
    ) async throws(SignInError) -> SignInEnding {
        do throws(SignInError) {
            return try await work()
        } catch {
            // It may be stored all the same: then the repeat finds it.
            if case .unavailable(.database, _) = error { throw error }
            try? await environment.transact {
                records throws(StorageFailure) -> Outcome<Result<Void, SignInError>> in
                .keep(.success(try records.forgetClaim(attempt)))
            }
            throw error
        }
    }

    private func reply(
        _ ending: SignInEnding, to person: ProvenPerson, _ purpose: SignInPurpose
    ) async throws(SignInError) -> SignInOutcome {
        switch ending {
        case .signedIn(let stored):
            let attempt = person.open.attempt.id
            await environment.observe(SignInStep(.committed, attempt: attempt, session: stored.session.id))
            return .signedIn(try stored.reply(in: environment))
        case .asks(let question):
            return .asks(
                AccountQuestion(
                    question: question.text, expiresIn: Int(environment.policy.questionLifetime.components.seconds),
                    isAddressHidden: person.identity.facts.isAddressHidden, isAboutMerging: purpose.link != nil))
        }
    }
}

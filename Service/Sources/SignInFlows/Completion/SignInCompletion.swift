import AccountStorage
import Foundation
import SignInWithApple

/// The second half of both flows: claim, exchange, commit, in this order. Claim and commit are one transaction where no
/// code has to be spent between them.
///
/// The process may die between any two steps. Before the claim nothing has happened, and the same answer of Apple's
/// can be sent again; after it the name is kept under the identity, and the person begins a new attempt; after the
/// commit they are known.
struct SignInCompletion: Sendable {
    let environment: SignInEnvironment

    /// Signs a proven person in, in place of a session that the same browser held, or asks them first.
    ///
    /// - Parameters:
    ///   - presented: the session under which the answer came: a link that a session began is finished under it only.
    ///   - canAsk: whether the client can put a question to the person.
    func complete(
        _ person: ProvenPerson, replacing replaced: SessionID? = nil, presented: SessionID? = nil, canAsk: Bool = false
    ) async throws(SignInError) -> SignInOutcome {
        let attempt = person.open.attempt.id
        let reading = AccountMatchReading(
            Arrival(person), link: person.open.attempt.link, attempt: attempt, presented: presented, canAsk: canAsk,
            removesPassword: person.open.attempt.removesPassword, returnTarget: person.open.attempt.returnTarget,
            environment: environment)
        let commit = SignInCommit(
            reading, of: person.open.secret, replacing: replaced, environment: environment)
        let progress = try await claim(person, commit)
        await environment.observe(SignInStep(.attemptClaimed, attempt: attempt))
        let ending: SignInCommit.Ending =
            switch progress {
            case .over(let ending): ending
            case .claimed(let standing): try await spendOrForget(person, standing, reading, replacing: replaced)
            }
        switch ending.result {
        case .signedIn(let stored):
            await environment.observe(SignInStep(.committed, attempt: attempt, session: stored.session.id))
            return .signedIn(try signedIn(ending))
        case .asks(let question):
            return .asks(
                AccountQuestion(
                    question: question.text, expiresIn: Int(environment.policy.questionLifetime.components.seconds),
                    isAddressHidden: reading.arrival.facts.isAddressHidden, isAboutMerging: reading.link != nil))
        }
    }

    /// What whoever signed in gets. Nobody is asked twice, so a question at this point is over.
    func signedIn(_ ending: SignInCommit.Ending) throws(SignInError) -> SignedIn {
        if ending.wasNameUnreadable { environment.report(.sealedValueUnreadable) }
        guard case .signedIn(let stored) = ending.result else { throw .refused(.questionOver) }
        return try .issue(stored.session, of: stored.account, isNew: stored.isNewAccount, in: environment)
    }

    /// Whoever repeats the answer need not wait for a completion that failed. Should the database not hear of the failure, they
    /// wait as long as for a process that died.
    private func spendOrForget(
        _ person: ProvenPerson, _ standing: AttemptClaim.Standing, _ reading: AccountMatchReading,
        replacing replaced: SessionID?
    ) async throws(SignInError) -> SignInCommit.Ending {
        do throws(SignInError) {
            return try await spend(person, standing, reading, replacing: replaced)
        } catch {
            let attempt = person.open.attempt.id
            try? await environment.transact {
                transaction throws(StorageFailure) -> Outcome<Result<Void, SignInError>> in
                .keep(.success(try transaction.forgetClaim(attempt)))
            }
            throw error
        }
    }

    /// Exchanges the code where one is needed, and commits.
    private func spend(
        _ person: ProvenPerson, _ standing: AttemptClaim.Standing, _ reading: AccountMatchReading,
        replacing replaced: SessionID?
    ) async throws(SignInError) -> SignInCommit.Ending {
        let grant: GrantOutcome =
            if standing == .holdsLiveGrant {
                .held
            } else {
                try await GrantExchange(environment: environment).exchange(person)
            }
        await environment.observe(SignInStep(.commitStarted, attempt: person.open.attempt.id))
        // Made only now: what it tells the app's backend has the time after Apple's answer.
        let commit = SignInCommit(
            reading, of: person.open.secret, replacing: replaced, environment: environment
        )
        .with(grant, sealedUnder: environment.randomBytes(TokenVault.nonceLength))
        return try await environment.transact { transaction throws(StorageFailure) in
            try commit.apply(in: transaction)
        }
    }

    /// How far the first transaction came.
    private enum Progress: Sendable {
        case claimed(AttemptClaim.Standing)
        /// To the end: nobody had to ask Apple for anything.
        case over(SignInCommit.Ending)
    }

    private func claim(_ person: ProvenPerson, _ commit: SignInCommit) async throws(SignInError) -> Progress {
        let vault = environment.secrets.vault
        let nonce = environment.randomBytes(TokenVault.nonceLength)
        let claim = AttemptClaim(
            attempt: person.open.attempt.id, answerHash: person.answerHash, reading: commit.reading,
            sealedName: person.name.flatMap { vault.seal($0, identity: person.identity, nonce: nonce) },
            nameLifetime: environment.policy.keptNameLifetime, auditID: .timeOrdered(environment))
        let hasCode = person.code != nil
        let progress = try await environment.transact { transaction throws(StorageFailure) in
            try SignInCompletion.claim(claim, commit, hasCode: hasCode, in: transaction)
        }
        if let progress { return progress }
        let claimed = try await environment.transact { transaction throws(StorageFailure) in
            try claim.apply(in: transaction)
        }
        return .claimed(claimed.grant)
    }

    /// Claims, and commits at once where no code has to be spent; nil, with nothing done, where such a commit would be
    /// refused: a refusal leaves the claim behind.
    private static func claim(
        _ claim: AttemptClaim, _ commit: SignInCommit, hasCode: Bool, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Outcome<Result<Progress?, SignInError>> {
        switch try claim.apply(in: transaction) {
        case .discard(let result): return .discard(result.map { .claimed($0.grant) })
        case .keep(.failure(let error)): return .keep(.failure(error))
        case .keep(.success(let claimed)) where claimed.grant == .needsGrant && hasCode:
            return .keep(.success(.claimed(claimed.grant)))
        case .keep(.success(let claimed)):
            let settled = claimed.grant == .holdsLiveGrant ? commit : commit.with(.missing, sealedUnder: [])
            switch try settled.apply(claimed.match, in: transaction) {
            case .keep(let result):
                if case .failure = result { try transaction.forgetClaim(claim.attempt) }
                return .keep(result.map { .over($0) })
            case .discard: return .discard(.success(nil))
            }
        }
    }
}

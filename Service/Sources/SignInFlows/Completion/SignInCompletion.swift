import AccountStorage
import Foundation
import SignInWithApple

/// The second half of both flows: claim, exchange, commit, in this order.
///
/// The process may die between any two steps. Before the claim nothing has happened, and the same answer of Apple's
/// can be sent again; after it the name is kept under the identity, and the person begins a new attempt; after the
/// commit they are known.
struct SignInCompletion: Sendable {
    let environment: SignInEnvironment

    /// Signs a proven person in, in place of a session that the same browser held.
    func complete(
        _ person: ProvenPerson, replacing replaced: SessionID? = nil
    ) async throws(SignInError) -> SignedIn {
        let attempt = person.open.attempt.id
        let standing = try await claim(person)
        await environment.observe(SignInStep(.attemptClaimed, attempt: attempt))
        let grant: GrantOutcome =
            if standing == .holdsLiveGrant {
                .held
            } else {
                try await GrantExchange(environment: environment).exchange(person)
            }
        await environment.observe(SignInStep(.commitStarted, attempt: attempt))
        let stored = try await commit(person, grant: grant, replacing: replaced)
        await environment.observe(SignInStep(.committed, attempt: attempt, session: stored.session.id))
        return try reply(stored)
    }

    private func claim(_ person: ProvenPerson) async throws(SignInError) -> AttemptClaim.Standing {
        let vault = environment.secrets.vault
        let nonce = environment.randomBytes(TokenVault.nonceLength)
        let claim = AttemptClaim(
            attempt: person.open.attempt.id, identity: person.identity, clientID: person.open.client.id.rawValue,
            sealedName: person.name.flatMap { vault.seal($0, identity: person.identity, nonce: nonce) },
            nameLifetime: environment.policy.keptNameLifetime, auditID: .timeOrdered(environment),
            client: person.open.client, now: environment.instant)
        return try await environment.transact { transaction throws(StorageFailure) in
            try claim.apply(in: transaction)
        }
    }

    private func commit(
        _ person: ProvenPerson, grant: GrantOutcome, replacing replaced: SessionID?
    ) async throws(SignInError) -> SignInCommit.Stored {
        let commit = SignInCommit(person: person, grant: grant, replacing: replaced, environment: environment)
        let stored = try await environment.transact { transaction throws(StorageFailure) in
            try commit.apply(in: transaction)
        }
        if stored.wasNameUnreadable { environment.report(.sealedValueUnreadable) }
        return stored
    }

    private func reply(_ stored: SignInCommit.Stored) throws(SignInError) -> SignedIn {
        let session = stored.session
        let tokens = SessionTokens(secrets: environment.secrets)
        let random = environment.randomBytes(AccessTokens.identifierLength)
        guard let accessToken = environment.accessTokens.issue(for: session, at: session.createdAt, random: random)
        else { throw .misconfigured(.signingFailed) }
        return SignedIn(
            session: session, account: stored.account, isNewAccount: stored.isNewAccount, accessToken: accessToken,
            expiresIn: environment.accessTokens.expiresIn,
            refreshToken: tokens.refreshToken(session.id, counter: session.counter),
            sessionCookie: tokens.cookie(session.id))
    }
}

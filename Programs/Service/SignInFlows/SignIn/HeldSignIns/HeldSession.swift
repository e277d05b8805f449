import AccountStorage
import Foundation

/// A person who was let in after their sign-in was held.
package struct AdmittedPerson: Sendable {
    /// The new session and its tokens.
    package let signedIn: SignedIn
    /// Where to send the browser.
    package let returnTo: ReturnTarget
}

/// Gives a person the session of the sign-in that was held, once their account is open. It does not matter who opened
/// it.
///
/// The decision and the session are two transactions. If the process dies between them, the account is open, and the
/// person gets in by asking again or by a new sign-in.
struct HeldSession: Sendable {
    let environment: SignInEnvironment

    /// Throws and refuses as ``HeldEntry`` does.
    func begin(_ waiting: OneUseSecret, replacing replaced: SessionID?) async throws(SignInError) -> AdmittedPerson {
        let now = environment.instant
        let (held, identity) = try await find(waiting, at: now)
        let purpose = SignInPurpose(answering: nil, under: replaced.map { .isReplaced($0) })
        let draw = SignInDraw(environment, session: held.sessionID)
        let commit = SignInCommit(identity, purpose, draw, environment)
        let step = Step(held: held, waiting: waiting, commit: commit, reading: SessionReading(environment), now: now)
        let signedIn: SignedIn
        switch try await environment.write({ records in try step.apply(in: records) }) {
        case .entered(let stored): signedIn = try stored.reply(in: environment)
        case .before(let found):
            signedIn = try .issue(found.session, of: found.account, isNew: false, repeatedAt: now, in: environment)
        }
        let target = ReturnTarget.decide(held.returnTarget, allowed: identity.client.returnURLs) ?? .start
        return AdmittedPerson(
            signedIn: signedIn, returnTo: target.met(by: signedIn.session.id, in: environment))
    }

    /// The held sign-in and the identity that it proved. If the app has moved since, it is the person's identity of the
    /// new team.
    private func find(
        _ waiting: OneUseSecret, at now: Date
    ) async throws(SignInError) -> (HeldSignIn, ProvenIdentity) {
        let id = waiting.handle.heldSignInID
        let found = try await environment.read { records -> (HeldSignIn, AppleIdentity)? in
            guard let held = try records.findHeldSignIn(id), let identity = try records.findIdentity(held.identityID)
            else { return nil }
            guard let other = identity.movedTo, let moved = try records.findIdentity(other) else {
                return (held, identity)
            }
            return (held, moved)
        }
        guard let (held, identity) = found, now < held.expiresAt else { throw .refused(.heldSignInOver) }
        guard let client = environment.clients.find(held.client) else { throw .refused(.clientUnknown) }
        return (held, ProvenIdentity(identity, client: client, provenAt: held.provenAt))
    }

    private enum Entry: Sendable {
        case entered(StoredSignIn.StoredSession)
        /// The browser lost the reply and asks again.
        case before(SignedInSession)
    }

    /// The transaction.
    private struct Step: Sendable {
        let held: HeldSignIn
        let waiting: OneUseSecret
        let commit: SignInCommit
        let reading: SessionReading
        let now: Date

        func apply(in records: any AccountTransaction) throws -> Entry {
            if try records.findSession(held.sessionID) != nil {
                guard case .success(let found) = try reading.judge(held.sessionID, in: records, at: now) else {
                    throw SignInError.refused(.heldSignInOver)
                }
                return .before(found)
            }
            guard try records.findHeldSignIn(held.id) != nil, let account = try records.findAccount(held.accountID),
                try records.findIdentity(held.identityID)?.accountID == account.id
            else { throw SignInError.refused(.heldSignInOver) }
            if account.isWaiting {
                throw SignInError.held(HeldPerson(account, held, waiting, at: now))
            }
            guard case .session(let stored) = try commit.apply(.held, in: records) else {
                throw SignInError.refused(.heldSignInOver)
            }
            return .entered(stored)
        }
    }
}

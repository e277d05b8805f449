import AccountStorage
import Foundation

/// Stores a sign-in whose account waits for a decision.
extension SignInCommit {
    /// The sign-in that created the account. An older handle for the account is void from then on.
    func hold(_ account: Account, in records: any AccountTransaction) throws(StorageFailure) -> HeldPerson {
        let waiting = draw.waiting
        let held = HeldSignIn(
            id: waiting.handle.heldSignInID, accountID: account.id, identityID: identity.id, sessionID: draw.session,
            client: identity.client.name, returnTarget: purpose.returnTarget, provenAt: identity.provenAt,
            createdAt: now, expiresAt: now.addingTimeInterval(policy.heldSignInLifetime.timeInterval))
        _ = try records.removeHeldSignIns(of: account.id)
        try records.recordHeldSignIn(held)
        return HeldPerson(account, held, waiting, at: now)
    }

    /// A later sign-in to the account, which is refused and recorded as such.
    func holdAgain(_ account: Account, in records: any AccountTransaction) throws(StorageFailure) -> HeldPerson {
        let person = try hold(account, in: records)
        try records.recordAudit(
            audit(draw.audit.outcome, .signInRefused, reason: person.code.name, of: account.id, session: nil))
        return person
    }
}

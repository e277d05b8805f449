import AccountStorage

/// Turns a person away at a closed door.
extension SignInCommit {
    /// Records the refusal, and queues the revocation of every token that is held for the person: that of this sign-in,
    /// and those behind a question that they did not answer. So nothing is left at Apple, and Apple lets them choose
    /// again whether to share their address.
    ///
    /// Apple sends the name again after the revocation. It stays with the identity for its usual time nevertheless: the
    /// door may open before the revocation is done.
    func turnAway(
        at door: ClosedDoor, _ person: StoredPerson, _ grant: GrantOutcome, in records: any AccountTransaction
    ) throws -> SignInError {
        // As for every new person. A later sign-in brings a token that can be revoked.
        if let refusal = grant.refusalForNewPerson(of: identity.client) { throw refusal }
        _ = try records.removeLinkProofs(of: identity.id)
        try record(grant, over: person.grant, in: records)
        try GrantRevocation(account: draw.account, unique: draw.audit.outcome.text, now: now)
            .queue(of: identity.id, in: records)
        _ = try records.removeGrants(of: identity.id)
        let refusal = door.error
        // The account that would have been made. The entries of the revocation name it, too.
        try records.recordAudit(
            audit(draw.audit.outcome, .signInRefused, reason: refusal.code, of: draw.account, session: nil))
        return refusal
    }
}

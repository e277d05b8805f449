import AccountStorage
import Foundation
import SignInWithApple

/// Stores a question to the person: whether they have been here before, or whether to merge two accounts.
/// ``AccountAnswers`` takes the answer.
extension SignInCommit {
    /// Stores everything except the account. The grant and the name are stored with the identity.
    func ask(
        _ doubt: AccountDoubt, _ person: StoredPerson, _ grant: GrantOutcome, in records: any AccountTransaction
    ) throws -> OneUseSecret {
        let contents = LinkProofContents(
            facts: identity.facts, removesPassword: purpose.link?.removesPassword ?? false,
            isAboutTransfer: isAboutTransfer)
        guard let facts = vault.seal(contents, identity: identity.id, nonce: draw.factsNonce) else {
            throw SignInError.misconfigured(.sealingFailed)
        }
        let question = draw.question
        // The account that a "no" would create or that a merge would remove, and the session that began the link.
        let (account, session): (AccountID, SessionID?)
        switch doubt {
        case .merge(let own):
            (account, session) = (own.id, purpose.link?.account.session)
            _ = try records.removeLinkProofs(of: identity.id)
        case .unknown:
            if let refusal = grant.refusalForNewPerson(of: identity.client) { throw refusal }
            (account, session) = (draw.account, nil)
            _ = try records.removeLinkProofs(of: identity.id)
        }
        try record(grant, over: person.grant, in: records)
        try records.recordLinkProof(
            LinkProof(
                id: question.proofID, identityID: identity.id, accountID: account, issuer: identity.issuer,
                teamID: identity.teamID, subject: identity.subject, client: identity.client.name,
                returnTarget: purpose.returnTarget, sealedFacts: facts, provenAt: identity.provenAt,
                expiresAt: now.addingTimeInterval(policy.questionLifetime.timeInterval), sessionID: session))
        try records.recordAudit(
            audit(
                draw.audit.outcome, .questionAsked, reason: session == nil ? reason : "merge", of: account,
                session: session))
        return question
    }

    private var isAboutTransfer: Bool { finding?.asksFirst == true }
    private var reason: String { isAboutTransfer ? "transfer_unknown" : policy.question.rawValue }
}

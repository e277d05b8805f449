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
        try records.recordLinkProof(proof(question, about: account, facts, session: session))
        try records.recordAudit(
            audit(
                draw.audit.outcome, .questionAsked, reason: session == nil ? reason : "merge", of: account,
                session: session))
        return question
    }

    /// Offers to merge the account of the transfer identifier into the one that the person has just signed in to. They got
    /// that one before the identifier was known. Nil if there is no such account, or if the two cannot be merged.
    ///
    /// Both are proven: Apple signs the identifier for this person. Nothing is refused here, because the person is signed in.
    func offerMerge(
        in session: Session, _ records: any AccountTransaction
    ) throws(StorageFailure) -> MergeOffer? {
        guard purpose.link == nil, purpose.canAsk, let finding, case .conflict(let own, let other) = finding.match,
            own.externalID == nil || other.externalID == nil
        else { return nil }
        let contents = LinkProofContents(facts: identity.facts, removesPassword: false, isAboutTransfer: true)
        guard let facts = vault.seal(contents, identity: identity.id, nonce: draw.factsNonce) else { return nil }
        let question = draw.question
        _ = try records.removeLinkProofs(of: identity.id)
        try records.recordLinkProof(proof(question, about: other.id, facts, session: session.id))
        try records.recordAudit(
            audit(draw.audit.link, .questionAsked, reason: "merge", of: other.id, session: session.id))
        return MergeOffer(
            question: AccountQuestion(
                question: question.text, expiresIn: Int(policy.questionLifetime.components.seconds),
                isAddressHidden: identity.facts.isAddressHidden, isAboutMerging: true, isAboutTransfer: true),
            account: other, identities: try records.findIdentities(of: other.id).present.count)
    }

    private func proof(
        _ question: OneUseSecret, about account: AccountID, _ facts: [UInt8], session: SessionID?
    ) -> LinkProof {
        LinkProof(
            id: question.proofID, identityID: identity.id, accountID: account, issuer: identity.issuer,
            teamID: identity.teamID, subject: identity.subject, client: identity.client.name,
            returnTarget: purpose.returnTarget, sealedFacts: facts, provenAt: identity.provenAt,
            expiresAt: now.addingTimeInterval(policy.questionLifetime.timeInterval), sessionID: session)
    }

    private var isAboutTransfer: Bool { finding?.asksFirst == true }
    private var reason: String { isAboutTransfer ? "transfer_unknown" : policy.question.rawValue }
}

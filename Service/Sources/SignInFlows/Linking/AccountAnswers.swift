package import AccountStorage
import Foundation

/// A person who answered, and is signed in.
package struct AnsweredQuestion: Sendable {
    /// What they get.
    package let signedIn: SignedIn
    /// Where their browser goes.
    package let returnTo: ReturnTarget
}

/// Takes the answer of a person who was asked whether they have been here before.
package struct AccountAnswers: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// "No": makes the account.
    ///
    /// Refuses with `question_over` a question that was answered, replaced or too old.
    ///
    /// - Parameter sessionCookie: the session cookie that the browser holds already: its session ends.
    package func answerNew(
        _ question: String, replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> AnsweredQuestion {
        let open = try await find(question)
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        return try await answer(open, link: nil, ticket: nil, replacing: replaced)
    }

    /// "Yes, and this is my account": links to the account of a session.
    ///
    /// Refuses with `question_over`, and with `fresh_sign_in_required` where the session's person last proved
    /// themselves too long ago.
    package func answerKnown(_ question: String, as session: SignedInSession) async throws(SignInError)
        -> AnsweredQuestion
    {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        let open = try await find(question)
        let id = session.session.id
        return try await answer(
            open, link: .session(id, session.account.id), ticket: nil, replacing: id)
    }

    /// "Yes, and the app knows me": links to the account that a link ticket names.
    ///
    /// Refuses with `question_over` and `link_ticket_invalid`.
    package func answerKnown(_ question: String, ticket: String) async throws(SignInError) -> AnsweredQuestion {
        let open = try await find(question)
        let reading = try LinkTicketReading(ticket, environment)
        let ticket = try await environment.read { records in try reading.find(in: records) }
        return try await answer(
            open, link: .external(ticket.externalID), ticket: ticket.id, replacing: nil)
    }

    /// What a question is about while it is open.
    ///
    /// Refuses with `question_over`, and with `link_proof_required` where the question is whether to merge and another
    /// session than the one that began asks: it says whose account would go.
    package func read(_ question: String, as session: SignedInSession?) async throws(SignInError) -> OpenQuestion {
        let proof = try await find(question)
        let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID)
        let hint = AppleAccountHint(contents?.facts.email, provenAt: proof.provenAt)
        guard let asked = proof.sessionID else { return OpenQuestion(merge: nil, appleAccount: hint) }
        guard asked == session?.session.id else { throw .refused(.linkProofRequired) }
        return try await environment.read { records in
            guard let account = try records.findAccount(proof.accountID) else {
                throw SignInError.refused(.questionOver)
            }
            let identities = try records.findIdentities(of: account.id).count
            return OpenQuestion(merge: (account, identities), appleAccount: hint)
        }
    }

    /// "Yes, bring them together": what leads to the other account leads to the session's from now on, and the other one
    /// is gone. The session goes on. Where the person came to give their password up for Apple, it goes as well.
    ///
    /// Refuses with `question_over`, with `link_proof_required` another session than the one that began, and with
    /// `fresh_sign_in_required` where its person last proved themselves too long ago.
    package func answerMerge(_ question: String, as session: SignedInSession) async throws(SignInError) -> Account {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        let proof = try await find(question)
        guard let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID) else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.questionOver)
        }
        let merge = AccountMerge(
            proof, removesPassword: contents.removesPassword, session: session, environment: environment)
        return try await environment.write { records in try merge.apply(in: records) }
    }

    private func find(_ question: String) async throws(SignInError) -> LinkProof {
        guard let id = OneUseSecret(text: question)?.proofID else { throw .refused(.questionOver) }
        let proof = try await environment.read { records in try records.findLinkProof(id) }
        guard let proof, environment.instant < proof.expiresAt else { throw .refused(.questionOver) }
        return proof
    }

    private func answer(
        _ proof: LinkProof, link: AccountLink?, ticket: LinkTicketID?, replacing session: SessionID?
    ) async throws(SignInError) -> AnsweredQuestion {
        guard proof.sessionID == nil else { throw .refused(.questionOver) }
        guard let client = environment.clients.find(proof.client) else { throw .refused(.clientUnknown) }
        guard let identity = ProvenIdentity(proof, client: client, vault: environment.secrets.vault) else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.questionOver)
        }
        let purpose = SignInPurpose(answering: link, replacing: session)
        let draw = SignInDraw(environment, account: proof.accountID)
        let commit = SignInCommit(identity, purpose, draw, environment)
        let now = environment.instant
        let stored = try await environment.write { records in
            guard try records.takeLinkProof(proof.id, at: now) != nil else { throw SignInError.refused(.questionOver) }
            if let ticket, try records.takeLinkTicket(ticket, at: now) == nil {
                throw SignInError.refused(.linkTicketInvalid)
            }
            return try commit.apply(.held, in: records)
        }.get()
        // Nobody is asked twice.
        guard case .session(let stored) = stored else { throw .refused(.questionOver) }
        return AnsweredQuestion(
            signedIn: try stored.reply(in: environment),
            returnTo: ReturnTarget.decide(proof.returnTarget, allowed: client.returnURLs) ?? .start)
    }
}

package import AccountStorage
import Foundation

/// The result of an answer after which a person is signed in.
package struct AnsweredQuestion: Sendable {
    /// The new session and its tokens.
    package let signedIn: SignedIn
    /// Where to send the browser.
    package let returnTo: ReturnTarget
}

/// Takes a person's answer to a question: whether they have been here before, or whether to merge two accounts.
package struct AccountAnswers: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// "No": creates the account.
    ///
    /// Refuses with `question_over` if the question was answered, replaced or left open too long, and with
    /// `person_not_known`, `person_not_invited` or `address_hidden` if the person gets no account (``AccountDoors``). Then
    /// the question is over.
    ///
    /// - Parameter sessionCookie: the session cookie that the browser already has. Its session ends.
    package func answerNew(
        _ question: String, replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> AnsweredQuestion {
        let open = try await find(question)
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        return try await answer(open, link: nil, ticket: nil, under: replaced.map { .isReplaced($0) })
    }

    /// "Yes, and this is my account": links the identity to the account of a session. An app's session stays beside the
    /// new one, so that nobody is signed out if the reply is lost. A browser's session ends.
    ///
    /// Refuses with `question_over`, and with `fresh_sign_in_required` if the session's last sign-in is too long ago.
    package func answerKnown(_ question: String, as session: SignedInSession) async throws(SignInError)
        -> AnsweredQuestion
    {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        let open = try await find(question)
        let id = session.session.id
        return try await answer(
            open, link: .session(id, session.account.id), ticket: nil,
            under: session.session.platform == .native ? .stays(id) : .isReplaced(id))
    }

    /// "Yes, and the app knows me": links the identity to the account that a link ticket names.
    ///
    /// Refuses with `question_over` and `link_ticket_invalid`.
    package func answerKnown(_ question: String, ticket: String) async throws(SignInError) -> AnsweredQuestion {
        let open = try await find(question)
        let reading = try LinkTicketReading(ticket, environment)
        let ticket = try await environment.read { records in try reading.find(in: records) }
        return try await answer(
            open, link: .external(ticket.externalID), ticket: ticket.id, under: nil)
    }

    /// What an open question is about.
    ///
    /// Refuses with `question_over`. A question about a merge shows the account that would be removed, so it is refused
    /// with `link_proof_required` to any session other than the one that began the link.
    package func read(_ question: String, as session: SignedInSession?) async throws(SignInError) -> OpenQuestion {
        let proof = try await find(question)
        let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID)
        let hint = AppleAccountHint(contents?.facts.email, provenAt: proof.provenAt)
        guard let asked = proof.sessionID else {
            let door = environment.policy.doors.closed(
                isVouchedFor: false, isAddressHidden: contents?.facts.isAddressHidden ?? true)
            return OpenQuestion(
                merge: nil, appleAccount: hint, isClosedToNew: door != nil,
                isAboutTransfer: contents?.isAboutTransfer ?? false, client: proof.client,
                returnTo: proof.returnTarget, target: nil)
        }
        guard asked == session?.session.id else { throw .refused(.linkProofRequired) }
        let target = contents?.isAboutTransfer == true ? self.target(of: proof, for: asked) : nil
        return try await environment.read { records in
            guard let account = try records.findAccount(proof.accountID) else {
                throw SignInError.refused(.questionOver)
            }
            let identities = try records.findIdentities(of: account.id).present.count
            return OpenQuestion(
                merge: (account, identities), appleAccount: hint, isClosedToNew: false,
                isAboutTransfer: target != nil, client: proof.client, returnTo: proof.returnTarget, target: target)
        }
    }

    /// Where the browser goes on after an offer that a sign-in led to.
    private func target(of proof: LinkProof, for session: SessionID) -> ReturnTarget {
        let allowed = environment.clients.find(proof.client)?.returnURLs ?? []
        return (ReturnTarget.decide(proof.returnTarget, allowed: allowed) ?? .start).met(by: session, in: environment)
    }

    /// "Yes, merge them": moves the identities of the other account to the session's account and removes the other
    /// account. The session stays valid. If the person began this to replace their password with Apple, the password is
    /// removed too.
    ///
    /// Refuses with `question_over`, with `link_proof_required` if another session began the link, and with
    /// `fresh_sign_in_required` if the session's last sign-in is too long ago.
    package func answerMerge(_ question: String, as session: SignedInSession) async throws(SignInError) -> Account {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        let proof = try await find(question)
        guard let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID) else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.questionOver)
        }
        let merge = AccountMerge(proof, contents, session: session, environment: environment)
        return try await environment.write { records in try merge.apply(in: records) }
    }

    private func find(_ question: String) async throws(SignInError) -> LinkProof {
        guard let id = OneUseSecret(text: question)?.proofID else { throw .refused(.questionOver) }
        let proof = try await environment.read { records in try records.findLinkProof(id) }
        guard let proof, environment.instant < proof.expiresAt else { throw .refused(.questionOver) }
        return proof
    }

    private func answer(
        _ proof: LinkProof, link: AccountLink?, ticket: LinkTicketID?, under session: SignInPurpose.CallerSession?
    ) async throws(SignInError) -> AnsweredQuestion {
        guard proof.sessionID == nil else { throw .refused(.questionOver) }
        guard let client = environment.clients.find(proof.client) else { throw .refused(.clientUnknown) }
        guard let identity = ProvenIdentity(proof, client: client, vault: environment.secrets.vault) else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.questionOver)
        }
        let purpose = SignInPurpose(answering: link, under: session, returningTo: proof.returnTarget)
        let draw = SignInDraw(environment, account: proof.accountID)
        let commit = SignInCommit(identity, purpose, draw, environment)
        let now = environment.instant
        let stored = try await environment.write { records in
            guard try records.takeLinkProof(proof.id, at: now) != nil else { throw SignInError.refused(.questionOver) }
            if let ticket, try records.takeLinkTicket(ticket, at: now) == nil {
                throw SignInError.refused(.linkTicketInvalid)
            }
            return try commit.apply(.held, in: records)
        }
        switch stored {
        case .session(let stored):
            let target = ReturnTarget.decide(proof.returnTarget, allowed: client.returnURLs) ?? .start
            return AnsweredQuestion(
                signedIn: try stored.reply(in: environment),
                returnTo: target.met(by: stored.session.id, in: environment))
        case .turnedAway(let refusal): throw refusal
        case .waits(let held): throw .held(held)
        // An answer never leads to another question.
        case .question: throw .refused(.questionOver)
        }
    }
}

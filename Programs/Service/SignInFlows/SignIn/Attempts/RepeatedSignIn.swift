import AccountStorage
import Foundation

/// Sends the reply again to a client that lost it and repeats Apple's answer. Apple is not asked.
struct RepeatedSignIn: Sendable {
    let environment: SignInEnvironment

    /// Returns the same sign-in, or the same question. After a held sign-in it returns the session once the account is open,
    /// and throws the held person until then. The browser's previous session ends, as it did the first time.
    ///
    /// Refuses with `attempt_under_way` while the first request is being processed, and with `attempt_used` if the
    /// answer is a different one, its session was used, ended or has expired, or a link is repeated by somebody else than
    /// the session that began it. That session is over since the link, so it need not be live.
    func reply(
        to answer: AppleAnswer, for claimed: FoundAttempt, by caller: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        let hash = answer.hash
        guard claimed.row.claim?.answerHash == hash else { throw .refused(.attemptUsed) }
        if let began = claimed.row.link?.session, began != caller.presentedSession {
            throw .refused(.attemptUsed)
        }
        let question = claimed.secret.question(environment.secrets)
        let search = self.search(for: claimed, question, by: caller)
        let longest = environment.policy.longestCompletion
        let (found, decision) = try await environment.write {
            records throws -> Result<(Found, AttemptRepeat), SignInError> in
            switch try search.find(in: records) {
            // Returned, not thrown: `find` may have ended an expired session, which must be stored.
            case .failure(let refusal): return .failure(.refused(refusal))
            case .success(let found):
                let decision = AttemptRepeat.decide(
                    claimed.row, answerHash: hash, ending: found.ending, longest: longest, at: search.now)
                if decision == .replyAgain { try search.endReplaced(in: records) }
                return .success((found, decision))
            }
        }.get()
        switch (decision, found) {
        case (.replyAgain, .session(let found, let offered)):
            let signedIn = try issue(found)
            guard let offered, let asked = try? ask(question, offered.proof) else { return .signedIn(signedIn) }
            return .offersMerge(
                signedIn, MergeOffer(question: asked, account: offered.account, identities: offered.identities))
        case (.replyAgain, .question(let proof)): return .asks(try ask(question, proof))
        case (.replyAgain, .held):
            let waiting = claimed.secret.waiting(environment.secrets)
            let session = HeldSession(environment: environment)
            return .signedIn(try await session.begin(waiting, replacing: search.callerSession?.replaced).signedIn)
        case (.underWay, _): throw .refused(.attemptUnderWay, retryAfter: AttemptRepeat.retryAfter)
        case (.used, _), (.replyAgain, .endedSession), (.replyAgain, .nothing): throw .refused(.attemptUsed)
        }
    }

    private func search(for claimed: FoundAttempt, _ question: OneUseSecret, by caller: SignInCaller) -> Search {
        Search(
            session: claimed.secret.sessionID, question: question.proofID,
            held: claimed.secret.waiting(environment.secrets).handle.heldSignInID,
            callerSession: SignInPurpose(claimed.row, by: caller).session,
            reading: SessionReading(environment), isMoving: claimed.client.transfer != nil, now: environment.instant)
    }

    /// Finds the result of the attempt, and the session that the browser had before.
    private struct Search: Sendable {
        let session: SessionID
        let question: LinkProofID
        let held: HeldSignInID
        let callerSession: SignInPurpose.CallerSession?
        let reading: SessionReading
        /// Whether the client moves to another team.
        let isMoving: Bool
        let now: Date

        func find(in records: any AccountTransaction) throws(StorageFailure) -> Result<Found, ErrorCode> {
            if try records.findSession(session) != nil {
                switch try reading.find(session, in: records, at: now) {
                case .success(let signedIn): return .success(.session(signedIn, try offered(in: records)))
                case .failure(.sessionEnded), .failure(.sessionExpired): return .success(.endedSession)
                case .failure(let refusal): return .failure(refusal)
                }
            }
            if let proof = try records.findLinkProof(question), now < proof.expiresAt {
                return .success(.question(proof))
            }
            return .success(try records.findHeldSignIn(held) == nil ? .nothing : .held)
        }

        /// The account that the session's person can still merge, after the app has moved to another team.
        private func offered(in records: any AccountTransaction) throws(StorageFailure) -> Offered? {
            guard isMoving, let proof = try records.findLinkProof(question), now < proof.expiresAt,
                let account = try records.findAccount(proof.accountID)
            else { return nil }
            return Offered(
                proof: proof, account: account, identities: try records.findIdentities(of: account.id).present.count)
        }

        func endReplaced(in records: any AccountTransaction) throws(StorageFailure) {
            guard case .isReplaced(let replaced) = callerSession, replaced != session else { return }
            guard let found = try records.findSession(session) else { return }
            try SessionReplacement(former: replaced, session: found, now: now).apply(in: records)
        }
    }

    /// What the first reply offered to merge.
    private struct Offered: Sendable {
        let proof: LinkProof
        let account: Account
        let identities: Int
    }

    private enum Found: Sendable {
        case session(SignedInSession, Offered?)
        case question(LinkProof)
        case held
        case endedSession
        case nothing

        var ending: AttemptRepeat.Ending {
            switch self {
            case .session(let found, _): .session(isUsed: found.session.counter > 0)
            case .question: .question
            case .held: .held
            case .endedSession: .endedSession
            case .nothing: .nothing
            }
        }
    }

    private func issue(_ found: SignedInSession) throws(SignInError) -> SignedIn {
        // If the sign-in created the account, its transaction gave both rows the same time.
        let isNew = found.account.createdAt == found.session.createdAt
        return try .issue(
            found.session, of: found.account, isNew: isNew, repeatedAt: environment.instant, in: environment)
    }

    private func ask(_ question: OneUseSecret, _ proof: LinkProof) throws(SignInError) -> AccountQuestion {
        let contents = environment.secrets.vault.openProof(proof.sealedFacts, identity: proof.identityID)
        guard let contents else {
            environment.report(.sealedValueUnreadable)
            throw .refused(.attemptUsed)
        }
        return AccountQuestion(
            question: question.text, expiresIn: Int(proof.expiresAt.timeIntervalSince(environment.instant)),
            isAddressHidden: contents.facts.isAddressHidden, isAboutMerging: proof.sessionID != nil,
            isAboutTransfer: contents.isAboutTransfer)
    }
}

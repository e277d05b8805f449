import AccountStorage
import Foundation
import SignInWithApple

/// An attempt that was found by its secret: open when it was read, or claimed by an answer of Apple's that came before.
struct FoundAttempt: Sendable {
    let row: SignInAttempt
    /// The client that began it.
    let client: RegisteredClient
    let secret: AttemptSecret

    var isClaimed: Bool { row.state == .claimed }
}

/// Attempts to sign in: recorded, found again, counted and ended. Nothing here uses one up.
struct SignInAttempts: Sendable {
    let environment: SignInEnvironment

    /// Records a new attempt. A link ticket is used up by it: the attempt is the one sign-in that it is good for.
    func record(
        _ secret: AttemptSecret, kind: SignInAttempt.Kind, client: RegisteredClient, browserProofHash: [UInt8]?,
        returnTarget: ReturnTarget?, link: LinkRequest? = nil
    ) async throws(SignInError) {
        let now = environment.instant
        let (ticket, session) = try read(link)
        let attempt = SignInAttempt(
            id: secret.id, kind: kind, client: client.name, browserProofHash: browserProofHash,
            returnTarget: returnTarget?.location, createdAt: now,
            expiresAt: now.addingTimeInterval(environment.policy.attemptLifetime.timeInterval), state: .open,
            failures: 0, link: session.map { .session($0.session.id, $0.account.id) },
            removesPassword: session != nil && link?.isUpgrade == true)
        try await environment.write { records in
            var attempt = attempt
            if let ticket {
                guard let taken = try records.takeLinkTicket(ticket, at: now) else {
                    throw SignInError.refused(.linkTicketInvalid)
                }
                attempt.link = .external(taken.externalID)
            }
            if attempt.removesPassword, let account = attempt.link?.account,
                try records.findPassword(of: account) == nil
            {
                throw SignInError.refused(.passwordMissing)
            }
            try records.recordAttempt(attempt)
        }
        await environment.observe(SignInStep(.attemptRecorded, attempt: attempt.id))
    }

    /// A session vouches for its account only while its person's own proof is fresh.
    private func read(_ link: LinkRequest?) throws(SignInError) -> (LinkTicketID?, SignedInSession?) {
        switch link {
        case nil: return (nil, nil)
        case .ticket(let text):
            guard let id = OneUseSecret(text: text)?.ticketID else { throw .refused(.linkTicketInvalid) }
            return (id, nil)
        case .session(let session), .upgrade(let session):
            guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
            return (nil, session)
        }
    }

    /// Finds the attempt that the caller began.
    ///
    /// A browser must bring the proof that it did. An attempt that is over is reported as such first: that gives nothing away
    /// to somebody who knows its unguessable state, and tells a person who reloads the page what happened.
    func find(_ secret: AttemptSecret, by caller: SignInCaller) async throws(SignInError) -> FoundAttempt {
        let id = secret.id
        guard let attempt = try await environment.read({ records in try records.findAttempt(id) }) else {
            throw .refused(.attemptUnknown)
        }
        guard attempt.kind == caller.kind else { throw .refused(.attemptWrongFlow) }
        let found = try judge(attempt, secret: secret)
        if case .browser(let proof, _) = caller { try check(proof, of: attempt) }
        return found
    }

    private func check(_ proof: String?, of attempt: SignInAttempt) throws(SignInError) {
        let isOver = attempt.state == .claimed
        guard let proof else { throw .refused(isOver ? .attemptUsed : .browserProofMissing) }
        guard let expected = attempt.browserProofHash, BrowserProof.matches(proof, hash: expected) else {
            throw .refused(isOver ? .attemptUsed : .browserProofMismatch)
        }
    }

    private func judge(_ attempt: SignInAttempt, secret: AttemptSecret) throws(SignInError) -> FoundAttempt {
        // What was claimed may be asked for again.
        if let refusal = attempt.refusal(at: environment.instant), attempt.state != .claimed { throw .refused(refusal) }
        guard let client = environment.clients.find(attempt.client) else { throw .refused(.clientUnknown) }
        return FoundAttempt(row: attempt, client: client, secret: secret)
    }

    /// Counts a failed verification, and ends the attempt when there were too many.
    func countFailure(_ attempt: FoundAttempt) async throws(SignInError) {
        let id = attempt.row.id
        let maximum = environment.policy.maximumFailures
        try await environment.write { records in
            let failures = try records.countFailure(id)
            // An equal request may have claimed the attempt meanwhile: then it stays claimed.
            if failures >= maximum, try records.findAttempt(id)?.state == .open { try records.endAttempt(id) }
        }
    }

    /// Ends an attempt that is still open; refuses when an equal request was quicker.
    func end(_ attempt: FoundAttempt) async throws(SignInError) {
        let id = attempt.row.id
        let now = environment.instant
        try await environment.write { records in
            guard let row = try records.findAttempt(id) else { throw SignInError.refused(.attemptUnknown) }
            if let refusal = row.refusal(at: now) { throw SignInError.refused(refusal) }
            try records.endAttempt(id)
        }
    }
}

extension LinkRequest {
    fileprivate var isUpgrade: Bool {
        guard case .upgrade = self else { return false }
        return true
    }
}

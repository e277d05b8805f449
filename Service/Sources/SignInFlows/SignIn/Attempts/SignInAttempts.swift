import AccountStorage
import Foundation
import SignInWithApple

/// An attempt that was open when it was read, with the client that began it and the secret that named it.
struct OpenAttempt: Sendable {
    let attempt: SignInAttempt
    let client: RegisteredClient
    let secret: AttemptSecret
}

/// An attempt that took an answer of Apple's before this request came.
struct ClaimedAttempt: Sendable {
    let attempt: SignInAttempt
    let client: RegisteredClient
    let secret: AttemptSecret
}

/// What a request that brings an answer of Apple's finds.
enum FoundAttempt: Sendable {
    case open(OpenAttempt)
    case claimed(ClaimedAttempt)

    var attempt: SignInAttempt {
        switch self {
        case .open(let open): open.attempt
        case .claimed(let claimed): claimed.attempt
        }
    }

    var client: RegisteredClient {
        switch self {
        case .open(let open): open.client
        case .claimed(let claimed): claimed.client
        }
    }

    /// The attempt, for requests that no claimed one takes; refuses with `attempt_used`.
    func opened() throws(SignInError) -> OpenAttempt {
        switch self {
        case .open(let open): return open
        case .claimed: throw .refused(.attemptUsed)
        }
    }
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
        try await environment.transact {
            transaction throws(StorageFailure) -> Outcome<Result<Void, SignInError>> in
            var attempt = attempt
            if let ticket {
                guard let taken = try transaction.takeLinkTicket(ticket, at: now) else {
                    return .discard(.failure(.refused(.linkTicketInvalid)))
                }
                attempt.link = .external(taken.externalID)
            }
            if attempt.removesPassword, let account = attempt.link?.account,
                try transaction.findPassword(of: account) == nil
            {
                return .discard(.failure(.refused(.passwordMissing)))
            }
            return .keep(.success(try transaction.recordAttempt(attempt)))
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
            guard AccountDeletion(environment).isFresh(session) else { throw .refused(.freshSignInRequired) }
            return (nil, session)
        }
    }

    /// Finds the attempt that the caller began.
    ///
    /// A browser must bring the proof that it did. An attempt that is over is reported as such first: that gives nothing away
    /// to somebody who knows its unguessable state, and tells a person who reloads the page what happened.
    func find(_ secret: AttemptSecret, by caller: SignInCaller) async throws(SignInError) -> FoundAttempt {
        let id = secret.id
        let attempt = try await environment.transact { transaction throws(StorageFailure) in
            .keep(.success(try transaction.findAttempt(id)))
        }
        guard let attempt else { throw .refused(.attemptUnknown) }
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
        let refusal = AttemptStanding.refusal(attempt, at: environment.instant)
        if let refusal, refusal != .attemptUsed { throw .refused(refusal) }
        guard let client = environment.clients.find(attempt.client) else { throw .refused(.clientUnknown) }
        return refusal == nil
            ? .open(OpenAttempt(attempt: attempt, client: client, secret: secret))
            : .claimed(ClaimedAttempt(attempt: attempt, client: client, secret: secret))
    }

    /// Counts a failed verification, and ends the attempt when there were too many.
    func countFailure(_ open: OpenAttempt) async throws(SignInError) {
        let id = open.attempt.id
        let maximum = environment.policy.maximumFailures
        try await environment.transact {
            transaction throws(StorageFailure) -> Outcome<Result<Void, SignInError>> in
            let failures = try transaction.countFailure(id)
            // An equal request may have claimed the attempt meanwhile: then it stays claimed.
            if failures >= maximum, try transaction.findAttempt(id)?.state == .open { try transaction.endAttempt(id) }
            return .keep(.success(()))
        }
    }

    /// Ends an attempt that is still open; refuses when an equal request was quicker.
    func end(_ open: OpenAttempt) async throws(SignInError) {
        let id = open.attempt.id
        let now = environment.instant
        try await environment.transact {
            transaction throws(StorageFailure) -> Outcome<Result<Void, SignInError>> in
            guard let attempt = try transaction.findAttempt(id) else {
                return .discard(.failure(.refused(.attemptUnknown)))
            }
            if let refusal = AttemptStanding.refusal(attempt, at: now) { return .discard(.failure(.refused(refusal))) }
            try transaction.endAttempt(id)
            return .keep(.success(()))
        }
    }
}

extension LinkRequest {
    fileprivate var isUpgrade: Bool {
        guard case .upgrade = self else { return false }
        return true
    }
}

import AccountStorage
import Foundation
import SignInWithApple

/// An attempt that was found by its secret. It is open, or already claimed by an earlier answer of Apple's. If it is
/// signed and was not read, only the claim shows which.
struct FoundAttempt: Sendable {
    let row: SignInAttempt
    /// Whether the database is known to have it. A signed attempt is only stored once its answer arrives or fails
    /// verification.
    let isStored: Bool
    /// The client for which it was begun.
    let client: RegisteredClient
    let secret: AttemptSecret
    /// The flow that it belongs to.
    let flow: AttemptFlow
    /// The `redirect_uri` of the authorization request; nil for apps, which have none.
    let redirectURI: String?

    var isClaimed: Bool { row.state == .claimed }

    /// The row to store before anybody has proven anything; nil if it is stored already. The browser carries the target.
    var rowOfUnprovenAnswer: SignInAttempt? {
        guard !isStored else { return nil }
        var row = row
        row.returnTarget = nil
        return row
    }
}

/// Begins, finds and ends sign-in attempts, and counts their failures. It does not claim them.
///
/// An attempt without a link is signed when it begins and stored when Apple's answer arrives, so that beginning a
/// sign-in writes nothing. An attempt with a link is stored at once: it uses up a ticket or depends on a session.
struct SignInAttempts: Sendable {
    let environment: SignInEnvironment

    /// Begins an app's attempt.
    ///
    /// - Parameter link: who vouches for a link to an account; nil for a plain sign-in.
    func begin(_ client: RegisteredClient, linking link: LinkRequest?) async throws(SignInError) -> AttemptSecret {
        guard link == nil else {
            let secret = AttemptSecret.drawn(environment)
            try await record(secret, of: .app(client), browserProof: nil, link: link)
            return secret
        }
        return await begin(.app(client))
    }

    /// Begins an attempt of a browser. Refuses with `return_target_refused` if the flow cookie cannot carry the target.
    func begin(
        _ client: RegisteredClient, returningTo target: ReturnTarget, linking link: LinkRequest?
    ) async throws(SignInError) -> (secret: AttemptSecret, proof: BrowserProof) {
        let holder = AttemptHolder.browser(client)
        let secret = link == nil ? .signed(for: holder, environment) : AttemptSecret.drawn(environment)
        guard let proof = BrowserProof(secret, returningTo: target, environment.secrets) else {
            throw .refused(.returnTargetRefused)
        }
        if link == nil {
            await environment.observe(SignInStep(.attemptBegun, attempt: secret.id))
        } else {
            try await record(secret, of: holder, browserProof: proof, link: link)
        }
        return (secret, proof)
    }

    /// Begins an attempt of a page.
    func begin(_ page: ScriptPage) async -> AttemptSecret {
        await begin(.page(page))
    }

    private func begin(_ holder: AttemptHolder) async -> AttemptSecret {
        let secret = AttemptSecret.signed(for: holder, environment)
        await environment.observe(SignInStep(.attemptBegun, attempt: secret.id))
        return secret
    }

    /// Records a new attempt. This uses up its link ticket, which is good for one sign-in.
    private func record(
        _ secret: AttemptSecret, of holder: AttemptHolder, browserProof: BrowserProof?, link: LinkRequest?
    ) async throws(SignInError) {
        let (ticket, session) = try read(link)
        var attempt = attempt(secret, of: holder, begunAt: environment.instant)
        attempt.browserProofHash = browserProof.map { BrowserProof.hash($0.text) }
        attempt.link = session.map { .session($0.session.id, $0.account.id) }
        attempt.removesPassword = session != nil && link?.isUpgrade == true
        let (recorded, now) = (attempt, attempt.createdAt)
        try await environment.write { records in
            var attempt = recorded
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
        await environment.observe(SignInStep(.attemptBegun, attempt: recorded.id))
    }

    /// An open attempt without a browser proof, return target or link.
    private func attempt(
        _ secret: AttemptSecret, of holder: AttemptHolder, begunAt moment: Date
    ) -> SignInAttempt {
        SignInAttempt(
            id: secret.id, kind: holder.kind, client: holder.client.name, browserProofHash: nil, returnTarget: nil,
            createdAt: moment, expiresAt: moment.addingTimeInterval(environment.policy.attemptLifetime.timeInterval),
            state: .open, failures: 0)
    }

    /// Refuses a session whose last sign-in is too long ago to vouch for its account.
    private func read(_ link: LinkRequest?) throws(SignInError) -> (LinkTicketID?, SignedInSession?) {
        switch link {
        case nil: return (nil, nil)
        case .ticket(let text):
            guard let id = OneUseSecret(text: text)?.ticketID else { throw .refused(.linkTicketInvalid) }
            return (id, nil)
        case .session(let session), .upgrade(let session):
            guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
            try environment.spend(.linkBeginning, of: session.account.id.bytes)
            return (nil, session)
        }
    }

    /// Finds an open attempt of a signed secret that the caller began, without the database. It may have been used or
    /// ended since: the claim finds that out, because it stores the attempt.
    ///
    /// Nil for every other secret and for a caller who must be told why they cannot go on. ``find(_:by:)`` reads those.
    func findSigned(_ secret: AttemptSecret, by caller: SignInCaller) -> FoundAttempt? {
        guard let holder = holder(of: secret, where: { caller.mayBe($0) }) else { return nil }
        var attempt = attempt(secret, of: holder, begunAt: secret.drawnAt)
        guard attempt.refusal(at: environment.instant) == nil else { return nil }
        if case .browser(let presented, _) = caller {
            guard let proof = presented.flatMap({ BrowserProof(text: $0) }),
                proof.belongs(to: secret, environment.secrets)
            else { return nil }
            attempt.returnTarget = proof.returnTarget
            attempt.browserProofHash = BrowserProof.hash(proof.text)
        }
        return FoundAttempt(
            row: attempt, isStored: false, client: holder.client, secret: secret, flow: caller.flow,
            redirectURI: holder.redirectURI(at: environment.publicURL))
    }

    /// Finds the attempt that the caller began.
    ///
    /// A browser must prove that it began the attempt, and a page must be on the origin that began it. An attempt that
    /// is over is reported first. That reveals nothing to somebody who knows its unguessable `state`, and tells a person
    /// who reloads the page what happened.
    func find(_ secret: AttemptSecret, by caller: SignInCaller) async throws(SignInError) -> FoundAttempt {
        let id = secret.id
        let stored = try await environment.read { records in try records.findAttempt(id) }
        guard var attempt = stored ?? signedAttempt(secret) else { throw .refused(.attemptUnknown) }
        let flow = AttemptFlow(attempt, of: environment.clients.find(attempt.client))
        guard flow == caller.flow else { throw .refused(.attemptWrongFlow) }
        let client = try judge(attempt)
        let redirectURI: String?
        switch caller {
        case .app: redirectURI = nil
        case .browser(let proof, _):
            attempt.returnTarget = try check(proof, of: attempt, secret)
            attempt.browserProofHash = proof.map(BrowserProof.hash)
            redirectURI = environment.publicURL.callbackURL
        case .page(let origin, _, _):
            guard let page = ScriptPage(of: client, at: origin),
                secret.isSigned(for: .page(page), environment.secrets)
            else { throw .refused(.attemptUnknown) }
            redirectURI = page.returnURL
        }
        return FoundAttempt(
            row: attempt, isStored: stored != nil, client: client, secret: secret, flow: flow,
            redirectURI: redirectURI)
    }

    /// The attempt of a signed secret; nil if this service did not sign it. Also nil if a backup was restored since,
    /// because the database may have lost the result of the attempt.
    func signedAttempt(_ secret: AttemptSecret) -> SignInAttempt? {
        holder(of: secret, where: { _ in true }).map { attempt(secret, of: $0, begunAt: secret.drawnAt) }
    }

    private func holder(of secret: AttemptSecret, where isPossible: (AttemptHolder) -> Bool) -> AttemptHolder? {
        let begunAt = secret.drawnAt
        guard environment.restoredAt.map({ $0 <= begunAt }) != false else { return nil }
        return environment.clients.attemptHolders.first {
            isPossible($0) && secret.isSigned(for: $0, environment.secrets)
        }
    }

    /// Returns where the browser goes afterwards.
    private func check(
        _ proof: String?, of attempt: SignInAttempt, _ secret: AttemptSecret
    ) throws(SignInError) -> String? {
        let isOver = attempt.state == .claimed
        guard let proof else { throw .refused(isOver ? .attemptUsed : .browserProofMissing) }
        guard isProof(proof, of: attempt, secret) else {
            throw .refused(isOver ? .attemptUsed : .browserProofMismatch)
        }
        return BrowserProof(text: proof)?.returnTarget ?? attempt.returnTarget
    }

    /// Whether a browser's cookie belongs to the attempt. A stored attempt has its hash.
    func isProof(_ proof: String, of attempt: SignInAttempt, _ secret: AttemptSecret) -> Bool {
        if let expected = attempt.browserProofHash { return BrowserProof.matches(proof, hash: expected) }
        return BrowserProof(text: proof)?.belongs(to: secret, environment.secrets) == true
    }

    private func judge(_ attempt: SignInAttempt) throws(SignInError) -> RegisteredClient {
        // A claimed attempt is not refused here, because its reply may be requested again.
        if let refusal = attempt.refusal(at: environment.instant), attempt.state != .claimed { throw .refused(refusal) }
        guard let client = environment.clients.find(attempt.client) else { throw .refused(.clientUnknown) }
        return client
    }

    /// Counts a failed verification, and ends the attempt if there were too many.
    func countFailure(_ attempt: FoundAttempt) async throws(SignInError) {
        let id = attempt.row.id
        let unstored = attempt.rowOfUnprovenAnswer
        let maximum = environment.policy.maximumFailures
        try await environment.write { records in
            if let unstored { _ = try records.recordAttempt(ifNew: unstored) }
            let failures = try records.countFailure(id)
            // If the same request claimed the attempt meanwhile, it stays claimed.
            if failures >= maximum, try records.findAttempt(id)?.state == .open { try records.endAttempt(id) }
        }
    }

    /// Ends an open attempt. Refuses if the same request was processed meanwhile.
    func end(_ attempt: FoundAttempt) async throws(SignInError) {
        let id = attempt.row.id
        let unstored = attempt.rowOfUnprovenAnswer
        let now = environment.instant
        try await environment.write { records in
            if let unstored { _ = try records.recordAttempt(ifNew: unstored) }
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

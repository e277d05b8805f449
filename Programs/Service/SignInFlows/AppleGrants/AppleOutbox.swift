package import AccountStorage
import Foundation
import SignInWithApple

/// Sends the queued requests to Apple. Several workers, in one process or many, share the work.
///
/// A worker leases an item for two minutes. If the worker dies, the item is due again; revoking or validating a token
/// twice does no harm. Each of Apple's clients has a lane of its own (``QueueLanes``), so that many requests for one, or
/// slow answers to it, delay nobody else's.
package struct AppleOutbox: Sendable {
    private let environment: SignInEnvironment
    private let observe: @Sendable (_ verdict: String) -> Void
    private let lanes = QueueLanes()

    /// - Parameter observe: called with the verdict on each validated token, as a stable code, once it is stored.
    package init(_ environment: SignInEnvironment, observe: @escaping @Sendable (_ verdict: String) -> Void = { _ in })
    {
        self.environment = environment
        self.observe = observe
    }

    /// The maximum number of items of one client in one round. They are tried at the same time.
    static let roundLength = 8

    /// Does one round: tries due items of each client once, and returns how many. A client for which another round is
    /// still asking is left out.
    @discardableResult
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        let clients = try await environment.read { records in try records.findClientsOfDueOutboxItems(at: now) }
        return try await lanes.run(clients) { client async throws(SignInError) in try await work(for: client) }
    }

    private func work(for clientID: String) async throws(SignInError) -> Int {
        let now = environment.instant
        let items = try await environment.write { records in
            try records.takeOutboxItems(
                of: clientID, dueAt: now, returnsAt: now.addingTimeInterval(OutboxSchedule.lease),
                limit: Self.roundLength)
        }
        let results = await withTaskGroup(of: Result<Void, SignInError>.self) { group in
            for item in items {
                group.addTask { await result { () async throws(SignInError) in try await settle(item) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { try result.get() }
        return items.count
    }

    /// The number of waiting items, and their age.
    package func backlog() async throws(SignInError) -> OutboxBacklog {
        try await environment.read { records in try records.countOutboxItems() }
    }

    /// The same for each kind of item.
    package func backlogs() async throws(SignInError) -> [(kind: OutboxItem.Kind, backlog: OutboxBacklog)] {
        try await environment.read { records in
            try OutboxItem.Kind.allCases.map { kind in
                (kind: kind, backlog: try records.countOutboxItems(of: kind))
            }
        }
    }

    private func settle(_ item: OutboxItem) async throws(SignInError) {
        // A worker that was suspended must not send a request that others believe settled.
        guard environment.instant < item.dueAt else { return }
        guard let client = environment.clients.find(id: ClientID(rawValue: item.clientID)) else {
            return try await giveUp(item, because: .clientUnknown)
        }
        let opened = environment.secrets.vault.openRefreshToken(
            item.sealedRefreshToken, identity: item.identityID, clientID: client.id)
        guard let token = opened else {
            environment.report(.sealedValueUnreadable)
            return try await giveUp(item, because: .sealedValueUnreadable)
        }
        let asked = environment.instant
        let call = TransferCall(client: client, state: try await transferState(of: client), environment: environment)
        let outcome =
            switch item.kind {
            case .revocation: await revoke(token, by: call, for: item)
            case .validation: await ask(about: token, by: call)
            }
        switch (outcome, item.kind) {
        case (.confirmed, .revocation): try await end(item, as: .revocationConfirmed, reason: nil)
        case (.unproven(let code), .revocation):
            try await giveUp(item, because: .unproven(code: call.mayHaveMoved ? Self.teamTransferred : code))
        case (.confirmed, .validation), (.unproven, .validation): try await settle(item, as: .gone, at: asked)
        case (.stillAlive, .validation): try await settle(item, as: .standing, at: asked)
        case (.stillAlive, .revocation): try await postpone(item, code: RevocationOutcome.stillAlive.code)
        case (.later(let failure, let isAsked), _):
            if failure.refusesClient {
                environment.report(.appleRefusedClient(client: client.name, code: failure.code))
            }
            try await postpone(
                item, code: failure.code, retryAfter: failure.retryAfter, isAsked: isAsked,
                mayArrive: item.kind == .revocation && failure.mayArrive && !isAsked)
        }
    }

    /// Revokes a token and confirms it. Apple responds with 200 to every revocation, so the only proof is that Apple
    /// refuses to refresh a token that was alive for this client before.
    ///
    /// A token from a code exchange was alive, and leaves its grant as soon as Apple refuses it (``GrantVerdict``). An
    /// imported token is refreshed first, unless Apple has accepted it since. A request to revoke (`isAsked`) is only
    /// sent for a token that was alive.
    ///
    /// While an app moves to another team, a refused token proves nothing: the refusal may only mean that the token is the
    /// other team's. So every token is refreshed first, and the key that Apple accepts then is the right one.
    private func revoke(
        _ token: RefreshToken, by call: TransferCall, for item: OutboxItem
    ) async -> OutboxOutcome {
        let id = call.client.id
        let wasAlive = item.isAsked || item.wasSeenAlive && !call.mayHaveMoved
        let seenAliveAt = wasAlive ? item.createdAt : nil
        let isAsked = item.isAsked
        let answer = await call.send { (apple: AppleClient) async throws(AppleCallFailure) -> RevocationOutcome in
            guard isAsked else {
                return try await apple.revokeAndConfirm(token, for: id, seenAliveAt: seenAliveAt)
            }
            let outcome = await apple.confirmRevocation(of: token, for: id, seenAliveAt: seenAliveAt)
            if case .unknown(let failure) = outcome { throw failure }
            return outcome
        }
        switch answer {
        case .success(let outcome): return OutboxOutcome(outcome)
        case .failure(let failure): return isAsked ? .later(failure, isAsked: true) : .ofRevoking(failure)
        }
    }

    private func ask(about token: RefreshToken, by call: TransferCall) async -> OutboxOutcome {
        let id = call.client.id
        let answer = await call.send { (apple: AppleClient) async throws(AppleCallFailure) in
            _ = try await apple.refresh(token, for: id)
        }
        switch answer {
        case .success: return .ofAsking(nil)
        case .failure(let failure): return .ofAsking(failure)
        }
    }

    /// How far the client's transfer to another team is; nil if it stays.
    private func transferState(of client: RegisteredClient) async throws(SignInError) -> TransferState? {
        guard let transfer = client.transfer else { return nil }
        return try await environment.read { records in
            try records.findTransfer(transfer.id)?.state ?? .planned
        }
    }

    /// Why nothing is known about the revocation of a token that was another team's.
    static let teamTransferred = "team_transferred"

    private func result(of work: () async throws(SignInError) -> Void) async -> Result<Void, SignInError> {
        do throws(SignInError) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}

extension AppleOutbox {
    private func postpone(
        _ item: OutboxItem, code: String, retryAfter: Int? = nil, isAsked: Bool = false, mayArrive: Bool = false
    ) async throws(SignInError) {
        let now = environment.instant
        guard now.timeIntervalSince(item.createdAt) < OutboxSchedule.longestLife(of: item.kind) else {
            return try await giveUp(item, because: .tooOld(code: code))
        }
        let dueAt = now.addingTimeInterval(
            OutboxSchedule.wait(afterAttempts: item.attempts, retryAfter: retryAfter, mayArrive: mayArrive))
        let isNewlyAsked = item.kind == .revocation && isAsked && !item.isAsked
        let entry = isNewlyAsked ? entry(item, .revocationAsked, reason: nil) : nil
        try await environment.write { records in
            // The item is gone if its person signed in again meanwhile.
            let isThere = try records.postponeOutboxItem(
                item.id, dueAt: dueAt, isAsked: isAsked, code: code, mayArrive: mayArrive)
            if isThere, let entry { try records.recordAudit(entry) }
        }
    }

    private func end(_ item: OutboxItem, as event: AuditEvent, reason: String?) async throws(SignInError) {
        let entry = entry(item, event, reason: reason)
        try await environment.write { records in
            if try records.removeOutboxItem(item.id) { try records.recordAudit(entry) }
        }
    }

    /// A failed revocation is reported and recorded. A failed validation is only dropped: the next round validates
    /// again, or the next sign-in obtains a token that can be opened.
    private func giveUp(_ item: OutboxItem, because failure: OutboxFailure) async throws(SignInError) {
        switch (item.kind, failure) {
        case (.revocation, _):
            environment.report(.revocationImpossible(code: failure.code))
            try await end(item, as: .revocationImpossible, reason: failure.code)
        case (.validation, .sealedValueUnreadable):
            try await settle(item, as: .unreadable, at: environment.instant)
        case (.validation, _): try await settle(item, as: .unanswered, at: environment.instant)
        }
    }

    private func settle(
        _ item: OutboxItem, as found: GrantVerdict, at moment: Date
    ) async throws(SignInError) {
        let (auditID, now) = (AuditEntryID.timeOrdered(environment), environment.instant)
        let events = EventOutbox(environment, unique: auditID.text)
        let vault = environment.secrets.vault
        let clients = environment.clients
        let client = clients.find(id: ClientID(rawValue: item.clientID))
        let group = client?.group
        let verdict: GrantVerdict? = try await environment.write { records in
            guard try records.removeOutboxItem(item.id),
                let grant = try records.findGrant(item.identityID, client: item.clientID),
                // If another token was obtained meanwhile, Apple's answer is not about that one.
                vault.isSame(
                    grant.sealedRefreshToken, item.sealedRefreshToken,
                    for: .refreshToken(item.identityID, clientID: item.clientID))
            else { return nil }
            var verdict = found.judged(of: grant)
            if verdict == .gone || verdict == .neverAlive, let client,
                try !RestingTokens.find(client, in: records).mayJudge(item.identityID, in: records)
            {
                verdict = .unanswered
            }
            if let changed = verdict.applied(to: grant, at: moment) { try records.recordGrant(changed) }
            guard verdict.isGone else { return verdict }
            if let alive = verdict.endsSessions(of: grant), let group,
                let identity = try records.findIdentity(item.identityID)
            {
                let count = try ConsentWithdrawal(of: identity, group: group, clients)
                    .endSessions(authenticatedBefore: alive, at: moment, in: records)
                if count > 0 {
                    try events.add(.sessionsEnded, of: identity.accountID, reason: "apple", in: records)
                }
            }
            try records.recordAudit(entry(auditID, item, .grantGone, reason: verdict.rawValue, at: now))
            return verdict
        }
        if let verdict { observe(verdict.rawValue) }
    }

    private func entry(_ item: OutboxItem, _ event: AuditEvent, reason: String?) -> AuditEntry {
        entry(.timeOrdered(environment), item, event, reason: reason, at: environment.instant)
    }

    private func entry(
        _ id: AuditEntryID, _ item: OutboxItem, _ event: AuditEvent, reason: String?, at moment: Date
    ) -> AuditEntry {
        AuditEntry(
            id: id, accountID: item.accountID, event: event.rawValue, reason: reason, client: item.clientID,
            occurredAt: moment)
    }
}

extension AppleCallFailure {
    /// Whether Apple refused our client credentials.
    fileprivate var refusesClient: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == TokenEndpointError.invalidClient
    }
}

import AccountStorage
import Foundation
import SignInWithApple

/// The stored result of a sign-in.
enum StoredSignIn: Sendable {
    case session(StoredSession)
    /// A question with this secret, which the person has to answer, and whether it is asked because the app has moved to
    /// another team.
    case question(OneUseSecret, isAboutTransfer: Bool)
    /// The refusal of a person who gets no account, and the revocation of their tokens.
    case turnedAway(SignInError)
    /// The account of a person who has to wait for a decision, and the held sign-in.
    case waits(HeldPerson)

    /// A person's new session.
    struct StoredSession: Sendable {
        let session: Session
        let account: Account
        let isNewAccount: Bool
        let wasNameUnreadable: Bool
        /// An account that the person can merge into this one; nil if there is none.
        let offer: MergeOffer?

        /// The reply to the client.
        func reply(in environment: SignInEnvironment) throws(SignInError) -> SignedIn {
            if wasNameUnreadable { environment.report(.sealedValueUnreadable) }
            return try .issue(session, of: account, isNew: isNewAccount, in: environment)
        }
    }
}

/// The transaction that stores the account, name, grant and session of a sign-in: all of them or none.
final class SignInCommit: Sendable {
    let identity: ProvenIdentity
    let purpose: SignInPurpose
    let draw: SignInDraw
    let policy: SignInPolicy
    let limits: SessionLimits
    let vault: TokenVault
    /// Whose sign-in it is; nil if the client does not move to another team.
    let finding: TransferFinding?
    let environment: SignInEnvironment
    /// Apple's identifiers of the clients in the group of apps that the person signs in to.
    private let groupClients: Set<String>

    init(
        _ identity: ProvenIdentity, _ purpose: SignInPurpose, _ draw: SignInDraw, _ environment: SignInEnvironment
    ) {
        self.identity = identity
        self.purpose = purpose
        self.draw = draw
        policy = environment.policy
        limits = SessionLimits(environment)
        vault = environment.secrets.vault
        finding = nil
        self.environment = environment
        groupClients = environment.clients.clientIDs(sharingConsentWith: identity.client)
    }

    /// The same sign-in for the identity that was found.
    private init(_ other: SignInCommit, _ finding: TransferFinding) {
        identity = finding.identity
        purpose = other.purpose
        draw = other.draw
        policy = other.policy
        limits = other.limits
        vault = other.vault
        self.finding = finding
        environment = other.environment
        groupClients = other.groupClients
    }

    /// This sign-in, or if the client moves to another team, the same one for the identity of the team that it belongs to.
    func found(in records: any AccountTransaction) throws(StorageFailure) -> SignInCommit {
        guard let transfer = identity.client.transfer, let recipient = transfer.recipient else { return self }
        let reading = TransferReading(
            transfer: transfer, recipient: recipient, identity: identity, isLinking: purpose.link != nil,
            canAsk: purpose.canAsk, now: now)
        return SignInCommit(self, try reading.find(in: records))
    }

    var now: Date { draw.now }
    var platform: Platform { identity.client.kind.platform }

    var reading: AccountMatchReading {
        AccountMatchReading(
            identity: identity, purpose: purpose, policy: policy, limits: limits, now: now, finding: finding)
    }

    /// The record of a first-time name that has no account yet; nil if it cannot be sealed.
    func seal(_ name: FirstSignInUser) -> KeptName? {
        vault.seal(name, identity: identity.id, nonce: draw.nameNonce).map {
            KeptName(
                identityID: identity.id, sealedName: $0, keptAt: now,
                expiresAt: now.addingTimeInterval(policy.keptNameLifetime.timeInterval))
        }
    }

    /// Stores the sign-in. A refusal is thrown before anything is stored, with two exceptions. That of an account that waits
    /// for a decision is stored with the held sign-in. That at a closed door is stored with the revocation.
    ///
    /// - Parameters:
    ///   - known: what is stored about the person, if this transaction has already read it.
    ///   - decided: the decision, if this transaction has already made it.
    ///   - wasKnown: whether the identity had an account before the code was exchanged.
    func apply(
        _ grant: GrantOutcome, to known: StoredPerson? = nil, as decided: AccountMatch? = nil, wasKnown: Bool = false,
        in records: any AccountTransaction
    ) throws -> StoredSignIn {
        let person = try known ?? settled(try find(in: records), in: records)
        if NotificationVerdict.overtakes(consentEvent: person.consentEventAt, tokenIssuedAt: identity.provenAt) {
            throw SignInError.refused(.consentRevoked)
        }
        guard try reading.isLinkPending(in: records) else { throw SignInError.refused(.attemptEnded) }
        let revocations = try self.revocations(of: person, in: records)
        let match = try decided ?? reading.decide(person, in: records)
        // The account was deleted while the code was exchanged, so the revocation may have ended the new token, too.
        if wasKnown && match.isAboutUnknownIdentity || grant.isObtained && revocations.isOnItsWay(at: now) {
            throw SignInError.refused(.attemptEnded)
        }
        if case .refused(.doorClosed(let door)) = match {
            return .turnedAway(try turnAway(at: door, person, grant, in: records))
        }
        try revocations.cancel(at: now, sealing: resealed, in: records)
        switch match {
        case .enter(let entry): return try enter(entry, person, grant, in: records)
        case .ask(let doubt):
            let question = try ask(doubt, person, grant, in: records)
            return .question(question, isAboutTransfer: finding?.asksFirst == true)
        case .refused(let refusal):
            guard let account = person.account, refusal.isWait(for: account) else { throw refusal.error }
            // Another first sign-in of the person has just created the account.
            try record(grant, over: person.grant, in: records)
            return .waits(try holdAgain(account, in: records))
        }
    }

    /// What is stored about the person.
    func find(in records: any AccountTransaction) throws(StorageFailure) -> StoredPerson {
        if let finding { return finding.person }
        return try records.findPerson(identity)
    }

    /// The queued revocations of this person's tokens in the same group of apps.
    func revocations(
        of person: StoredPerson, in records: any AccountTransaction
    ) throws(StorageFailure) -> PendingRevocations {
        guard person.hasOutboxItems else { return PendingRevocations([]) }
        return try .find(of: identity.id, clients: groupClients, in: records)
    }

    /// The token of an item, sealed under the current key.
    private func resealed(_ item: OutboxItem) -> [UInt8] {
        let token = item.sealedRefreshToken
        guard !vault.isCurrent(token) else { return token }
        return vault.resealed(token, for: .refreshToken(item.identityID, clientID: item.clientID)) ?? token
    }

    private func enter(
        _ entry: AccountEntry, _ person: StoredPerson, _ grant: GrantOutcome, in records: any AccountTransaction
    ) throws -> StoredSignIn {
        switch entry {
        case .known, .adopt: break
        case .link, .new:
            if let refusal = grant.refusalForNewPerson(of: identity.client) { throw refusal }
            _ = try records.removeLinkProofs(of: identity.id)
        }
        // No refusal may be thrown from here on: a claim in the same transaction would store what was done before it.
        let name = open(person.keptName)
        let account = try account(entry, AccountFacts(email: identity.facts.email, name: name.value), in: records)
        try record(grant, over: person.grant, in: records)
        // A name that cannot be opened is kept: Apple never sends it again, and the right key may be restored later.
        if name.value != nil || name.isExpired { try records.removeKeptName(identity.id) }
        if entry == .new { try recordSignal(of: account, in: records) }
        if account.isWaiting { return .waits(try hold(account, in: records)) }
        if purpose.link?.removesPassword == true {
            try draw.upgrade.apply(
                to: account, keeping: nil,
                entry: audit(
                    draw.audit.password, .passwordRemoved, reason: "upgrade", of: account.id,
                    session: purpose.link?.account.session), in: records)
        }
        let session = newSession(of: account.id)
        for ended in purpose.endedSessions {
            try SessionReplacement(former: ended, session: session, now: now).apply(in: records)
        }
        try records.recordSession(required: session)
        try records.recordAudit(
            required: audit(
                draw.audit.outcome, .signedIn, reason: entry == .new ? "new" : "known", of: account.id,
                session: session.id))
        return .session(
            .init(
                session: session, account: account, isNewAccount: entry == .new,
                wasNameUnreadable: name.isUnreadable, offer: try offerMerge(in: session, records)))
    }

    private struct FoundName {
        var value: FirstSignInUser?
        var isExpired = false
        var isUnreadable = false
    }

    private func open(_ kept: KeptName?) -> FoundName {
        guard let kept else { return FoundName() }
        guard now < kept.expiresAt else { return FoundName(isExpired: true) }
        guard let name = vault.openName(kept.sealedName, identity: identity.id) else {
            return FoundName(isUnreadable: true)
        }
        return FoundName(value: name)
    }

    private func newSession(of account: AccountID) -> Session {
        Session(
            id: draw.session, accountID: account, clientID: identity.client.name, platform: platform, createdAt: now,
            authenticatedAt: authenticatedAt, counter: 0, renewedAt: now,
            expiresAt: limits.expiry(createdAt: now, usedAt: now), endedAt: nil,
            grant: (identity.id, clientID: identity.client.id.rawValue),
            browser: environment.browser(on: platform))
    }

    /// When Apple issued the token. Apple's clock may be slightly ahead.
    var authenticatedAt: Date { min(now, identity.provenAt) }

    func audit(
        _ id: AuditEntryID, _ event: AuditEvent, reason: String, of account: AccountID, session: SessionID?
    ) -> AuditEntry {
        AuditEntry(
            id: id, accountID: account, event: event.rawValue, reason: reason, client: identity.client.name,
            platform: platform, sessionID: session, occurredAt: now)
    }
}

extension RegisteredClient.Kind {
    /// The platform of a session that this kind of client begins.
    var platform: Platform {
        switch self {
        case .native: .native
        case .web: .web
        case .android: .android
        }
    }
}

import AccountStorage
import Foundation
import SignInWithApple

/// The second transaction of a completion: account, name, grant and session together, or none of them.
struct SignInCommit: Sendable {
    /// What is stored afterwards.
    struct Stored: Sendable {
        let account: Account
        let session: Session
        let isNewAccount: Bool
        let wasNameUnreadable: Bool
    }

    private let person: ProvenPerson
    private let grant: GrantOutcome
    private let replaced: SessionID?
    private let sealedRefreshToken: [UInt8]?
    private let freshAccount: AccountID
    private let freshSession: SessionID
    private let auditIDs: [AuditEntryID]
    private let vault: TokenVault
    private let limits: SessionLimits
    private let policy: SignInPolicy
    private let now: Date

    /// Draws all randomness and seals, so that the transaction can run again and do the same.
    init(person: ProvenPerson, grant: GrantOutcome, replacing replaced: SessionID?, environment: SignInEnvironment) {
        self.person = person
        self.grant = grant
        self.replaced = replaced
        vault = environment.secrets.vault
        limits = SessionLimits(policy: environment.policy)
        policy = environment.policy
        now = environment.instant
        if case .obtained(let token) = grant {
            sealedRefreshToken = vault.seal(
                token, identity: person.identity, clientID: person.open.client.id,
                nonce: environment.randomBytes(TokenVault.nonceLength))
        } else {
            sealedRefreshToken = nil
        }
        freshAccount = .random(environment.randomBytes)
        freshSession = .timeOrdered(environment)
        auditIDs = [.timeOrdered(environment), .timeOrdered(environment)]
    }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Stored, SignInError>> {
        let consentEvent = try transaction.findLatestEvent(person.identity, topic: .consent)
        if NotificationEffect.overtakes(consentEvent: consentEvent, tokenIssuedAt: person.token.issuedAt) {
            return .discard(.failure(.refused(.consentRevoked)))
        }
        let identity = try transaction.findIdentity(person.identity)
        let account = try identity.flatMap { known throws(StorageFailure) in
            try transaction.findAccount(known.accountID)
        }
        let name = try keptName(in: transaction)
        let facts = AccountFacts(email: person.token.email, name: name.value)
        let after: Account
        let isNew: Bool
        switch AccountMatch.decide(identity: identity, account: account) {
        case .disabled(let reason):
            return .discard(.failure(.refused(.closed(reason))))
        case .missing:
            return .discard(.failure(.misconfigured(.databaseCorrupt)))
        case .known(let before):
            (after, isNew) = (facts.applied(to: before), false)
            // An account that did not change is read, not rewritten.
            if after != before { try transaction.recordAccount(after) }
        case .new:
            if let refusal = grant.refusalForNewPerson() { return .discard(.failure(refusal)) }
            (after, isNew) = (newAccount(facts), true)
            try transaction.recordAccount(after)
            try transaction.recordIdentity(newIdentity(of: after.id))
            // Somebody who deleted an account and is back: revoking now would cut off the new one.
            _ = try transaction.removeOutboxItems(of: person.identity)
        }
        try recordGrant(in: transaction)
        // A name that does not open stays: Apple never sends it again, and the right key may be back tomorrow.
        if name.value != nil || name.isExpired { try transaction.removeKeptName(person.identity) }
        if isNew { try recordSignal(of: after, in: transaction) }
        if after.disabledAt != nil { return .keep(.failure(.refused(.closed(after.disabledReason)))) }
        if let replaced { _ = try transaction.endSession(replaced, at: now) }
        let session = newSession(of: after.id)
        try transaction.recordSession(session)
        try transaction.recordAudit(
            entry(auditIDs[0], .signedIn, reason: isNew ? "new" : "known", of: after.id, session: session.id))
        return .keep(
            .success(
                Stored(
                    account: after, session: session, isNewAccount: isNew,
                    wasNameUnreadable: name.isUnreadable)))
    }

    private struct FoundName {
        var value: FirstSignInUser?
        var isExpired = false
        var isUnreadable = false
    }

    private func keptName(in transaction: any AccountTransaction) throws(StorageFailure) -> FoundName {
        guard let kept = try transaction.findKeptName(person.identity) else { return FoundName() }
        guard now < kept.expiresAt else { return FoundName(isExpired: true) }
        guard let name = vault.openName(kept.sealedName, identity: person.identity) else {
            return FoundName(isUnreadable: true)
        }
        return FoundName(value: name)
    }

    /// A live grant is never replaced by a missing one, since an equal sign-in may have obtained it meanwhile.
    private func recordGrant(in transaction: any AccountTransaction) throws(StorageFailure) {
        if case .held = grant { return }
        let clientID = person.open.client.id.rawValue
        if sealedRefreshToken == nil, try transaction.findGrant(person.identity, client: clientID) != nil { return }
        try transaction.recordGrant(
            AppleGrant(
                identityID: person.identity, clientID: clientID, sealedRefreshToken: sealedRefreshToken,
                obtainedAt: now))
    }

    private func newIdentity(of account: AccountID) -> AppleIdentity {
        AppleIdentity(
            id: person.identity, accountID: account, issuer: person.token.issuer,
            teamID: person.open.client.team.teamID.rawValue, subject: person.token.subject.rawValue, createdAt: now)
    }

    private func newSession(of account: AccountID) -> Session {
        Session(
            id: freshSession, accountID: account, clientID: person.open.client.name,
            platform: platform, createdAt: now, authenticatedAt: authenticatedAt, counter: 0,
            renewedAt: now, expiresAt: limits.expiry(createdAt: now, usedAt: now), endedAt: nil)
    }

    /// The person proved themselves when Apple issued the token; Apple's clock may be a little ahead of ours.
    private var authenticatedAt: Date { min(now, person.token.issuedAt) }

    private var platform: Platform { person.open.client.kind.platform }

    private var signal: RealPersonSignal? {
        person.token.realUserStatus.flatMap { RealPersonSignal(rawValue: $0.rawValue) }
    }

    private func newAccount(_ facts: AccountFacts) -> Account {
        var account = facts.newAccount(freshAccount, at: now)
        account.realPersonSignal = signal
        switch policy.realPersonPolicy.decide(signal, on: platform) {
        case .allow, .mark: break
        case .ask: (account.disabledAt, account.disabledReason) = (now, .proofRequired)
        case .hold: (account.disabledAt, account.disabledReason) = (now, .held)
        }
        return account
    }

    /// The decision about a new person is written down where it was anything but a plain yes.
    private func recordSignal(of account: Account, in transaction: any AccountTransaction) throws(StorageFailure) {
        let response = policy.realPersonPolicy.decide(signal, on: platform)
        guard response != .allow else { return }
        try transaction.recordAudit(
            entry(auditIDs[1], .realPersonDecided, reason: response.rawValue, of: account.id, session: nil))
    }

    private func entry(
        _ id: AuditEntryID, _ event: AuditEvent, reason: String, of account: AccountID, session: SessionID?
    ) -> AuditEntry {
        AuditEntry(
            id: id, accountID: account, event: event.rawValue, reason: reason, client: person.open.client.name,
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

extension AccountID {
    /// Accounts have random ids: an id tells nothing and cannot be guessed.
    fileprivate static func random(_ randomBytes: (Int) -> [UInt8]) -> AccountID {
        guard let id = AccountID(bytes: randomBytes(16)) else {
            preconditionFailure("an account's id has sixteen random bytes")
        }
        return id
    }
}

import AccountStorage
import Foundation
import SignInWithApple

/// The last transaction of a completion: account, name, grant and session together, or none of them.
struct SignInCommit: Sendable {
    /// What is stored afterwards.
    struct Stored: Sendable {
        let account: Account
        let session: Session
        let isNewAccount: Bool
    }

    /// How the transaction ended.
    struct Ending: Sendable {
        enum Result: Sendable {
            case signedIn(Stored)
            /// A proof waits for the person's answer under this secret.
            case asks(OneUseSecret)
        }

        let result: Result
        let wasNameUnreadable: Bool
    }

    let reading: AccountMatchReading
    private(set) var grant: GrantOutcome
    private(set) var sealedRefreshToken: [UInt8]?
    let freshAccount: AccountID
    let auditIDs: [AuditEntryID]
    let notes: EventNotes
    let policy: SignInPolicy
    private let replaced: SessionID?
    private let freshSession: SessionID
    private let question: OneUseSecret
    private let sealedFacts: [UInt8]?
    private let vault: TokenVault
    let draft: MailDraft
    let words: MailWords

    var arrival: Arrival { reading.arrival }
    var now: Date { reading.now }
    var platform: Platform { arrival.client.kind.platform }

    /// Draws all randomness and seals, so that the transaction can run again and do the same.
    ///
    /// - Parameters:
    ///   - attempt: names the session and the question, so that the same request finds them again; random ones when absent.
    ///   - account: the id of an account that is made; a random one when absent.
    init(
        _ reading: AccountMatchReading, of attempt: AttemptSecret? = nil, replacing replaced: SessionID?,
        account: AccountID? = nil, environment: SignInEnvironment
    ) {
        self.reading = reading
        grant = .held
        self.replaced = replaced
        let arrival = reading.arrival
        vault = environment.secrets.vault
        policy = environment.policy
        draft = MailDraft(environment)
        words = MailWords(environment.publicURL)
        freshAccount = account ?? .random(environment.randomBytes)
        freshSession = attempt?.sessionID ?? .timeOrdered(environment)
        question =
            attempt?.question(environment.secrets)
            ?? OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        sealedFacts =
            reading.mayAsk
            ? vault.seal(
                LinkProofContents(facts: arrival.facts, removesPassword: reading.removesPassword),
                identity: arrival.identity, nonce: environment.randomBytes(TokenVault.nonceLength)) : nil
        auditIDs = (0..<4).map { _ in .timeOrdered(environment) }
        notes = EventNotes(environment, unique: auditIDs[0].text)
    }

    /// The same with what became of the code; without it a live grant is held.
    func with(_ grant: GrantOutcome, sealedUnder nonce: [UInt8]) -> SignInCommit {
        var commit = self
        commit.grant = grant
        if case .obtained(let token) = grant {
            commit.sealedRefreshToken = vault.seal(
                token, identity: arrival.identity, clientID: arrival.client.id, nonce: nonce)
        }
        return commit
    }

    /// - Parameter decided: the decision, where this very transaction has taken it already.
    func apply(
        _ decided: AccountMatch? = nil, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Outcome<Result<Ending, SignInError>> {
        let consentEvent = try transaction.findLatestEvent(arrival.identity, topic: .consent)
        if NotificationEffect.overtakes(consentEvent: consentEvent, tokenIssuedAt: arrival.provenAt) {
            return .discard(.failure(.refused(.consentRevoked)))
        }
        guard try reading.isLinkPending(in: transaction) else { return .discard(.failure(.refused(.attemptEnded))) }
        let match = if let decided { decided } else { try reading.decide(in: transaction) }
        switch match {
        case .refused(let refusal): return .discard(.failure(refusal.error))
        case .proofNeeded: return .discard(.failure(.refused(.linkProofRequired)))
        case .new, .ask, .link:
            if let refusal = grant.refusalForNewPerson() { return .discard(.failure(refusal)) }
            // Somebody who deleted an account and is back: revoking now would cut off the new one.
            _ = try transaction.removeOutboxItems(of: arrival.identity)
            _ = try transaction.removeLinkProofs(of: arrival.identity)
        case .askToMerge: _ = try transaction.removeLinkProofs(of: arrival.identity)
        case .known, .adopt: break
        }
        switch match {
        case .ask: return try ask(about: freshAccount, under: nil, in: transaction)
        case .askToMerge(let own): return try ask(about: own.id, under: reading.link?.session, in: transaction)
        default: return try signIn(match, in: transaction)
        }
    }

    private func signIn(
        _ match: AccountMatch, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Outcome<Result<Ending, SignInError>> {
        let name = try keptName(in: transaction)
        let after = try account(
            match, AccountFacts(email: arrival.facts.email, name: name.value), in: transaction)
        try recordGrant(in: transaction)
        // A name that does not open stays: Apple never sends it again, and the right key may be back tomorrow.
        if name.value != nil || name.isExpired { try transaction.removeKeptName(arrival.identity) }
        if match == .new { try recordSignal(of: after, in: transaction) }
        if after.disabledAt != nil { return .keep(.failure(.refused(.closed(after.disabledReason)))) }
        if reading.removesPassword { try removePassword(of: after, in: transaction) }
        for ended in [replaced, reading.link?.session].compactMap({ $0 }) {
            _ = try transaction.endSession(ended, at: now)
        }
        let session = newSession(of: after.id)
        try transaction.recordSession(session)
        try transaction.recordAudit(
            entry(auditIDs[0], .signedIn, reason: match == .new ? "new" : "known", of: after.id, session: session.id))
        return .keep(
            .success(
                Ending(
                    result: .signedIn(Stored(account: after, session: session, isNewAccount: match == .new)),
                    wasNameUnreadable: name.isUnreadable)))
    }

    /// Everything is ready for the account but the account: the grant and the name stay under the identity.
    ///
    /// - Parameters:
    ///   - account: the one that a "no" would make, or that the person has.
    ///   - session: the session under which they are asked to bring two accounts together.
    private func ask(
        about account: AccountID, under session: SessionID?, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Outcome<Result<Ending, SignInError>> {
        guard let sealedFacts else { return .discard(.failure(.misconfigured(.signingFailed))) }
        try recordGrant(in: transaction)
        try transaction.recordLinkProof(
            LinkProof(
                id: question.proofID, identityID: arrival.identity, accountID: account, issuer: arrival.issuer,
                teamID: arrival.teamID, subject: arrival.subject, client: arrival.client.name,
                returnTarget: reading.returnTarget, sealedFacts: sealedFacts, provenAt: arrival.provenAt,
                expiresAt: now.addingTimeInterval(policy.questionLifetime.timeInterval), sessionID: session))
        try transaction.recordAudit(
            entry(
                auditIDs[0], .questionAsked, reason: session == nil ? policy.question.rawValue : "merge", of: account,
                session: session))
        return .keep(.success(Ending(result: .asks(question), wasNameUnreadable: false)))
    }

    private struct FoundName {
        var value: FirstSignInUser?
        var isExpired = false
        var isUnreadable = false
    }

    private func keptName(in transaction: any AccountTransaction) throws(StorageFailure) -> FoundName {
        guard let kept = try transaction.findKeptName(arrival.identity) else { return FoundName() }
        guard now < kept.expiresAt else { return FoundName(isExpired: true) }
        guard let name = vault.openName(kept.sealedName, identity: arrival.identity) else {
            return FoundName(isUnreadable: true)
        }
        return FoundName(value: name)
    }

    private func newSession(of account: AccountID) -> Session {
        Session(
            id: freshSession, accountID: account, clientID: arrival.client.name,
            platform: platform, createdAt: now, authenticatedAt: authenticatedAt, counter: 0,
            renewedAt: now, expiresAt: reading.limits.expiry(createdAt: now, usedAt: now), endedAt: nil)
    }

    /// The person proved themselves when Apple issued the token; Apple's clock may be a little ahead of ours.
    private var authenticatedAt: Date { min(now, arrival.provenAt) }

    func entry(
        _ id: AuditEntryID, _ event: AuditEvent, reason: String, of account: AccountID, session: SessionID?
    ) -> AuditEntry {
        AuditEntry(
            id: id, accountID: account, event: event.rawValue, reason: reason, client: arrival.client.name,
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
    static func random(_ randomBytes: (Int) -> [UInt8]) -> AccountID {
        guard let id = AccountID(bytes: randomBytes(16)) else {
            preconditionFailure("an account's id has sixteen random bytes")
        }
        return id
    }
}

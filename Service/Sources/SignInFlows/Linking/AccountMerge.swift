import AccountStorage
import Foundation

/// The transaction that brings two accounts of one person together. Both are proven: one by the session that began,
/// the other by a sign-in to Apple under it, minutes ago.
struct AccountMerge: Sendable {
    private let proof: LinkProof
    private let removesPassword: Bool
    private let session: SignedInSession
    private let limits: SessionLimits
    private let now: Date
    private let auditIDs: [AuditEntryID]
    private let notes: EventNotes
    private let draft: MailDraft
    private let upgradeDraft: MailDraft
    private let words: MailWords

    /// - Parameter removesPassword: whether the person came to give the password of their account up for Apple.
    init(_ proof: LinkProof, removesPassword: Bool, session: SignedInSession, environment: SignInEnvironment) {
        self.proof = proof
        self.removesPassword = removesPassword
        self.session = session
        limits = SessionLimits(policy: environment.policy)
        now = environment.instant
        auditIDs = (0..<3).map { _ in .timeOrdered(environment) }
        notes = EventNotes(environment, unique: auditIDs[0].text)
        draft = MailDraft(environment)
        upgradeDraft = MailDraft(environment)
        words = MailWords(environment.publicURL)
    }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Account, SignInError>> {
        let id = session.session.id
        let live = try transaction.findSession(id).map { limits.refusal($0, at: now) == nil } ?? false
        guard live, proof.sessionID == id else { return .discard(.failure(.refused(.linkProofRequired))) }
        guard try transaction.takeLinkProof(proof.id, at: now) != nil else {
            return .discard(.failure(.refused(.questionOver)))
        }
        guard let kept = try transaction.findAccount(session.account.id), kept.disabledAt == nil,
            let other = try transaction.findAccount(proof.accountID), other.disabledAt == nil, other.id != kept.id,
            try transaction.findIdentity(proof.identityID)?.accountID == other.id,
            kept.externalID == nil || other.externalID == nil
        else { return .discard(.failure(.refused(.identityLinkedElsewhere))) }
        return .keep(.success(try merge(other, into: kept, in: transaction)))
    }

    private func merge(
        _ other: Account, into kept: Account, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        for account in [other.id, kept.id] { try PendingLinks.end(of: account, in: transaction) }
        _ = try transaction.endSessions(of: other.id, at: now, authenticatedBefore: nil, except: nil)
        _ = try transaction.moveIdentities(from: other.id, to: kept.id)
        // Nobody proved the password of the account that goes, and who links their Apple Account needs none.
        if try transaction.findPassword(of: other.id) != nil {
            try draft.record(
                words.removed, to: RecoveryAddresses.find(of: other, in: transaction).addresses, of: kept.id,
                in: transaction)
        }
        try PasswordRemoval.removeAll(of: other.id, in: transaction)
        _ = try transaction.moveForeignIdentities(from: other.id, to: kept.id)
        // Its external id must be free before the account that stays can have it.
        _ = try transaction.removeAccount(other.id)
        var after = kept
        after.externalID = kept.externalID ?? other.externalID
        if !kept.hasOwnName, kept.givenName == nil, kept.familyName == nil {
            (after.givenName, after.familyName) = (other.givenName, other.familyName)
        }
        // An account with a password keeps its address: a new password is mailed there.
        if kept.email == nil, try transaction.findPassword(of: kept.id) == nil {
            (after.email, after.isEmailVerified, after.isPrivateEmail) =
                (other.email, other.isEmailVerified, other.isPrivateEmail)
        }
        if after != kept { try transaction.recordAccount(after) }
        if removesPassword { try removePassword(of: after, in: transaction) }
        for (id, account, reason) in [
            (auditIDs[0], kept.id, "from:" + other.id.text), (auditIDs[1], other.id, "into:" + kept.id.text),
        ] {
            try transaction.recordAudit(
                AuditEntry(
                    id: id, accountID: account, event: AuditEvent.accountsMerged.rawValue, reason: reason,
                    sessionID: session.session.id, occurredAt: now))
        }
        try notes.add(.accountMerged, of: after, reason: "person", merged: other.id, in: transaction)
        return after
    }

    /// From now on only Apple opens the account, as after an upgrade that links: whoever else is signed in is signed out.
    private func removePassword(of account: Account, in transaction: any AccountTransaction) throws(StorageFailure) {
        let told = try RecoveryAddresses.find(of: account, in: transaction).addresses
        guard try PasswordRemoval.removeSecret(of: account.id, in: transaction) else { return }
        _ = try transaction.endSessions(
            of: account.id, at: now, authenticatedBefore: nil, except: session.session.id)
        try transaction.recordAudit(
            AuditEntry(
                id: auditIDs[2], accountID: account.id, event: AuditEvent.passwordRemoved.rawValue, reason: "upgrade",
                sessionID: session.session.id, occurredAt: now))
        try upgradeDraft.record(words.removed, to: told, of: account.id, in: transaction)
    }
}

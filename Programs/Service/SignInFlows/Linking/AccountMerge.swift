import AccountStorage
import Foundation

/// The transaction that merges two accounts of one person. Both are proven: one by the session that began the link, the
/// other by a sign-in to Apple in that session a few minutes ago.
struct AccountMerge: Sendable {
    private let proof: LinkProof
    private let removesPassword: Bool
    private let isAboutTransfer: Bool
    private let session: SignedInSession
    private let limits: SessionLimits
    private let now: Date
    private let keptID: AuditEntryID
    private let goneID: AuditEntryID
    private let upgradeID: AuditEntryID
    private let events: EventOutbox
    private let draft: MailDraft
    private let upgrade: PasswordUpgrade
    private let copy: MailCopy

    /// - Parameter contents: what the proof says. It may be that the person wants to replace the password of their account
    ///   with Apple.
    init(
        _ proof: LinkProof, _ contents: LinkProofContents, session: SignedInSession, environment: SignInEnvironment
    ) {
        self.proof = proof
        removesPassword = contents.removesPassword
        isAboutTransfer = contents.isAboutTransfer
        self.session = session
        limits = SessionLimits(environment)
        now = environment.instant
        keptID = .timeOrdered(environment)
        goneID = .timeOrdered(environment)
        upgradeID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: keptID.text)
        draft = MailDraft(environment)
        upgrade = PasswordUpgrade(environment)
        copy = MailCopy(environment)
    }

    func apply(in records: any AccountTransaction) throws -> Account {
        let id = session.session.id
        let live = try records.findSession(id).map { limits.refusal($0, at: now) == nil } ?? false
        guard live, proof.sessionID == id else { throw SignInError.refused(.linkProofRequired) }
        guard try records.takeLinkProof(proof.id, at: now) != nil else { throw SignInError.refused(.questionOver) }
        guard let kept = try records.findAccount(session.account.id), kept.disabledAt == nil,
            let other = try records.findAccount(proof.accountID), other.disabledAt == nil, other.id != kept.id,
            try isProven(other.id, in: records),
            kept.externalID == nil || other.externalID == nil
        else { throw SignInError.refused(.identityLinkedElsewhere) }
        return try merge(other, into: kept, in: records)
    }

    /// Whether the sign-in proved the other account: its identity belongs to it. After the app moved to another team, the
    /// identity is that of the session's account, and Apple's transfer identifier led from it to the other one.
    private func isProven(
        _ other: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard isAboutTransfer else { return try records.findIdentity(proof.identityID)?.accountID == other }
        let entries = try records.findTransferEntries(of: other)
        return entries.contains { $0.newIdentityID == proof.identityID }
    }

    private func merge(
        _ other: Account, into kept: Account, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        for account in [other.id, kept.id] { try PendingLinks.end(of: account, in: records) }
        _ = try records.endSessions(of: other.id, at: now, authenticatedBefore: nil, except: nil)
        _ = try records.removeBrowserNames(of: other.id)
        // A consent says what one account's person agreed to, so it does not hold for the other account.
        _ = try records.removeClientConsents(of: other.id)
        _ = try records.moveIdentities(from: other.id, to: kept.id)
        try records.settleMergedPeople(of: kept.id, at: now)
        // The password of the removed account was not proven, and the person now signs in with Apple.
        if try records.findPassword(of: other.id) != nil {
            try draft.record(
                copy.removed, to: RecoveryAddresses.find(of: other, in: records).addresses, of: kept.id,
                in: records)
        }
        try PasswordRemoval.removeAll(of: other.id, in: records)
        _ = try records.moveForeignIdentities(from: other.id, to: kept.id)
        // A backend that asked for a message learns what became of it, and the person gets it.
        _ = try records.moveMail(from: other.id, to: kept.id)
        _ = try records.moveMailRequests(from: other.id, to: kept.id)
        // External ids are unique: it must be free before the remaining account can take it.
        _ = try records.removeAccount(other.id)
        let after = try joined(kept, with: other, in: records)
        if after != kept { try records.recordAccount(after) }
        if removesPassword {
            try upgrade.apply(
                to: after, keeping: session.session.id,
                entry: entry(upgradeID, .passwordRemoved, of: kept.id, reason: "upgrade"), in: records)
        }
        try records.recordAudit(entry(keptID, .accountsMerged, of: kept.id, reason: "from:" + other.id.text))
        try records.recordAudit(entry(goneID, .accountsMerged, of: other.id, reason: MergedAccount.mark + kept.id.text))
        try events.add(.accountMerged, of: after, reason: "person", merged: other.id, in: records)
        return after
    }

    /// The account that remains, with what only the other one had.
    private func joined(
        _ kept: Account, with other: Account, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        var after = kept
        after.externalID = kept.externalID ?? other.externalID
        if !kept.hasOwnName, kept.givenName == nil, kept.familyName == nil {
            (after.givenName, after.familyName) = (other.givenName, other.familyName)
        }
        // An account with a password keeps its address, because password resets are mailed there.
        if kept.email == nil, try records.findPassword(of: kept.id) == nil {
            (after.email, after.isEmailVerified, after.isPrivateEmail) =
                (other.email, other.isEmailVerified, other.isPrivateEmail)
        }
        return after
    }

    private func entry(
        _ id: AuditEntryID, _ event: AuditEvent, of account: AccountID, reason: String
    ) -> AuditEntry {
        AuditEntry(
            id: id, accountID: account, event: event.rawValue, reason: reason, sessionID: session.session.id,
            occurredAt: now)
    }
}

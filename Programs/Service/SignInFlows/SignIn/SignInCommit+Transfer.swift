import AccountStorage
import Foundation

/// Moves a person with their app to another team.
extension SignInCommit {
    /// Applies what was found about the transfer, and returns what is stored about the person afterwards.
    ///
    /// The identity of the new team is stored in the transaction of the sign-in, so that of several sign-ins and an import
    /// at once, one does it.
    func settled(
        _ person: StoredPerson, in records: any AccountTransaction
    ) throws(StorageFailure) -> StoredPerson {
        guard let finding, identity.client.team.isSignInOn else { return person }
        try recordClaim(finding, in: records)
        switch finding.match {
        case .move(let account):
            try move(to: account, finding, in: records)
            return try records.findPerson(identity)
        case .enter(let account, .recipient):
            guard try hasCome(to: account, finding, in: records) else { return person }
            try move(to: account, finding, in: records)
            return try records.findPerson(identity)
        case .conflict:
            guard var entry = finding.entry, entry.state != .conflict else { return person }
            let before = entry.state
            (entry.state, entry.newIdentityID, entry.settledAt, entry.code) = (.conflict, identity.id, now, nil)
            guard try records.changeTransferEntry(entry, from: before) else { throw .conflict }
            return person
        case .enter(_, .giver), .ask, .unmatched, .new, .refused: return person
        }
    }

    /// How far the client's transfer is, with what this sign-in's token says; nil if it stays.
    var transferState: TransferState? {
        guard let state = finding?.stored.state else { return nil }
        return identity.transferIdentifier == nil ? state : state.afterClaim
    }

    /// The first transfer identifier says that the app has moved, even if no operator did.
    private func recordClaim(
        _ finding: TransferFinding, in records: any AccountTransaction
    ) throws(StorageFailure) {
        var stored = finding.stored
        guard identity.transferIdentifier != nil, stored.firstClaimAt == nil else { return }
        let before = stored.state
        stored.state = before.afterClaim
        stored.firstClaimAt = now
        // The operator gave the transfer up, and the app has moved all the same.
        if before == .canceled { stored.closedAt = nil }
        // The app was accepted before, so this is the latest possible end.
        stored.deadline = stored.deadline ?? now.addingTimeInterval(AppTransfer.window)
        try records.recordTransfer(stored)
        guard let transfer = identity.client.transfer else { return }
        let id = auditID("claim")
        try TransferAcceptance(
            transfer, by: .signIn, id, draw.outbox(unique: id.text), at: now, client: identity.client
        ).record(after: before, in: records)
    }

    /// Whether a person whose identity of the new team is stored still counts as one of the former team: the app has come
    /// back to it, or the account that the transfer identifier leads to was merged into this one.
    private func hasCome(
        to account: Account, _ finding: TransferFinding, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        if let entry = finding.entry, entry.accountID == account.id, !entry.state.isSettled { return true }
        return try before(finding, in: records) != nil
    }

    /// What the person was called at the former team, if the identity of the new team is from before another transfer.
    private func before(
        _ finding: TransferFinding, in records: any AccountTransaction
    ) throws(StorageFailure) -> AppleIdentity? {
        guard let own = finding.person.identity, let id = own.movedTo, let former = try records.findIdentity(id),
            former.accountID == own.accountID, former.teamID == finding.stored.fromTeam
        else { return nil }
        return former
    }

    private func move(
        to account: Account, _ finding: TransferFinding, in records: any AccountTransaction
    ) throws(StorageFailure) {
        var former = finding.former
        if former == nil { former = try before(finding, in: records) }
        if former == nil, let entry = finding.entry { former = try records.findIdentity(entry.identityID) }
        // Since when the person uses the app, so that this identity is the account's oldest if the former one was.
        try records.recordIdentity(identity.entry(of: account.id, at: former?.createdAt ?? now))
        if let former { _ = try records.recordMove(of: former.id, to: identity.id) }
        if var entry = finding.entry {
            // In the seconds around the acceptance, this subject may have been stored under the wrong team.
            if entry.identityID != former?.id { _ = try records.recordMove(of: entry.identityID, to: identity.id) }
            try settle(&entry, in: records)
        }
        // An export has found the former identity, or a subject that was stored under the wrong team.
        if let former, former.id != finding.entry?.identityID,
            var own = try records.findTransferEntry(finding.stored.id, of: former.id), !own.state.isSettled
        {
            try settle(&own, in: records)
        }
        let id = auditID("move")
        try records.recordAudit(
            audit(id, .identityMoved, reason: "sign_in", of: account.id, session: nil))
        try draw.outbox(unique: id.text).add(.accountLinked, of: account, reason: "transfer", in: records)
    }

    private func settle(
        _ entry: inout TransferEntry, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let before = entry.state
        (entry.state, entry.newIdentityID, entry.settledAt, entry.code) = (.arrived, identity.id, now, nil)
        guard try records.changeTransferEntry(entry, from: before) else { throw .conflict }
    }

    /// Derived, so that a retried transaction writes the same entry.
    private func auditID(_ part: String) -> AuditEntryID {
        let derived = AuditEntryID(label: "transfer-audit", fields: [draw.audit.outcome.text, part])
        return .timeOrdered(at: now, random: Array(derived.bytes.suffix(AuditEntryID.randomLength)))
    }
}

package import AccountStorage
import Foundation

/// Deletes an account at the wish of its owner: here at once, at Apple by the outbox.
///
/// The owner's data is gone before Apple is asked, so an outage at Apple keeps nobody from leaving. What Apple is to be
/// asked, with which client and which token, is written in the same transaction (App Review guideline 5.1.1(v),
/// Apple's TN3194).
package struct AccountDeletion: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// What becomes of Apple's permission.
    package enum Revocation: String, Sendable, CaseIterable {
        /// It will be revoked, however often that must be tried.
        case queued
        /// No token of Apple's is held for it: the person has to stop using the app at Apple by hand.
        case impossible
    }

    /// Deletes the account of a session.
    ///
    /// Refuses with `fresh_sign_in_required` when the person last proved themselves too long ago.
    package func delete(_ session: SignedInSession) async throws(SignInError) -> Revocation {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        return try await erase(session.account.id, reason: "person")
    }

    /// Deletes an account without its owner: by an operator, or because its last way in is long gone.
    ///
    /// - Parameter reason: who deletes, for the audit.
    package func erase(_ account: AccountID, reason: String) async throws(SignInError) -> Revocation {
        let erasure = AccountErasure(account: account, reason: reason, environment: environment)
        return try await environment.write { records in try erasure.apply(in: records) }
    }

    /// Erases an account whose time has come, and says whether it did: it looks again, since somebody may have opened the
    /// account, or its backend vouched for it, after it was found to be due.
    package func eraseDue(_ account: AccountID) async throws(SignInError) -> Bool {
        let erasure = AccountErasure(account: account, reason: "no_way_in", environment: environment)
        let now = environment.instant
        return try await environment.write { records in
            guard let found = try records.findAccount(account), let eraseAt = found.eraseAt, eraseAt <= now else {
                return false
            }
            if let externalID = found.externalID {
                try records.recordAccount(found.vouchedFor(as: externalID))
                return false
            }
            _ = try erasure.apply(in: records)
            return true
        }
    }
}

/// The transaction that erases an account.
struct AccountErasure: Sendable {
    private let account: AccountID
    private let reason: String
    private let now: Date
    private let auditID: AuditEntryID
    private let notes: EventNotes

    init(account: AccountID, reason: String, environment: SignInEnvironment) {
        self.account = account
        self.reason = reason
        now = environment.instant
        auditID = .timeOrdered(environment)
        notes = EventNotes(environment, unique: auditID.text)
    }

    func apply(in records: any AccountTransaction) throws(StorageFailure) -> AccountDeletion.Revocation {
        var queued = 0
        let before = try records.findAccount(account)
        let revocation = GrantRevocation(account: account, unique: auditID.text, now: now)
        for identity in try records.findIdentities(of: account) {
            queued += try revocation.queue(of: identity.id, in: records)
            _ = try records.removeIdentity(identity.id)
        }
        for identity in try records.findForeignIdentities(of: account) {
            _ = try records.removeForeignIdentity(identity.id)
        }
        try PendingLinks.end(of: account, in: records)
        try PasswordRemoval.removeAll(of: account, in: records)
        _ = try records.endSessions(of: account, at: now, authenticatedBefore: nil, except: nil)
        // Deleted a moment ago by another request: there is nothing to add.
        guard try records.removeAccount(account), let before else { return queued > 0 ? .queued : .impossible }
        try notes.add(.accountDeleted, of: before, reason: reason, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account, event: AuditEvent.accountDeleted.rawValue, reason: reason,
                occurredAt: now))
        return queued > 0 ? .queued : .impossible
    }
}

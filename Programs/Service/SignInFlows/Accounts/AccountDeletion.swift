package import AccountStorage
import Foundation

/// Deletes an account: here at once, and its grants at Apple through the outbox.
///
/// The data is deleted before Apple is asked, so an outage at Apple prevents nobody from deleting their account. The
/// revocations, with client and token, are queued in the same transaction (App Review guideline 5.1.1(v), Apple's
/// TN3194).
package struct AccountDeletion: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Deletes the account of a session.
    ///
    /// Refuses with `fresh_sign_in_required` if the last sign-in is too long ago.
    package func delete(_ session: SignedInSession) async throws(SignInError) -> AccountErasure.Revocation {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        let account = session.account.id
        let erasure = AccountErasure(reason: "person", by: session.session.id, environment)
        return try await environment.write { records in try erasure.apply(to: account, in: records) }
    }

    /// What became of a deletion that a session asked for in the last minutes; nil if it asked for none. Its answer may
    /// have been lost, and the session is over since.
    package func result(askedBy id: SessionID) async throws(SignInError) -> AccountErasure.Revocation? {
        let (now, window) = (environment.instant, environment.policy.freshSignInWindow)
        return try await environment.read { records in
            guard let account = try records.findSession(id)?.accountID else { return nil }
            let entries = try records.findAudit(of: account, before: nil, limit: Self.longestHistory)
            let isDone = entries.contains { entry in
                entry.event == AuditEvent.accountDeleted.rawValue && entry.sessionID == id
                    && ClockDifference.isWithin(window, entry.occurredAt, at: now)
            }
            guard isDone else { return nil }
            let asked: [AuditEvent] = [.revocationAsked, .revocationConfirmed, .revocationImpossible]
            let isQueued =
                try entries.contains { asked.map(\.rawValue).contains($0.event) }
                || !records.findOutboxItems(of: account).isEmpty
            return isQueued ? .queued : .impossible
        }
    }

    /// The number of audit entries after a deletion that are read at most: one or two for each of Apple's tokens.
    private static let longestHistory = 100

    /// Deletes an account without its owner's request.
    ///
    /// - Parameter reason: who deletes it, or why, for the audit.
    package func erase(_ account: AccountID, reason: String) async throws(SignInError) -> AccountErasure.Revocation {
        let erasure = AccountErasure(reason: reason, environment)
        return try await environment.write { records in try erasure.apply(to: account, in: records) }
    }

    /// Erases an account that is due, and returns whether it did. It checks again, because the account may have been
    /// enabled or got an external id since it was found.
    package func eraseDue(_ account: AccountID) async throws(SignInError) -> Bool {
        let (noWayIn, undecided) = (
            AccountErasure(reason: "no_way_in", environment), AccountErasure(reason: "undecided", environment)
        )
        let now = environment.instant
        return try await environment.write { records in
            guard let found = try records.findAccount(account), let eraseAt = found.eraseAt, eraseAt <= now else {
                return false
            }
            if let externalID = found.externalID {
                try records.recordAccount(found.vouchedFor(as: externalID))
                return false
            }
            _ = try (found.isWaiting ? undecided : noWayIn).apply(to: account, in: records)
            return true
        }
    }
}

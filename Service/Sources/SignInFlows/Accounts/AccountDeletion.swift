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
        return try await erase(session.account.id, reason: "person")
    }

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
        let erasure = AccountErasure(reason: "no_way_in", environment)
        let now = environment.instant
        return try await environment.write { records in
            guard let found = try records.findAccount(account), let eraseAt = found.eraseAt, eraseAt <= now else {
                return false
            }
            if let externalID = found.externalID {
                try records.recordAccount(found.vouchedFor(as: externalID))
                return false
            }
            _ = try erasure.apply(to: account, in: records)
            return true
        }
    }
}

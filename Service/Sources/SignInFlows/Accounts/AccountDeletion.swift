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

    /// Deletes the account of a session.
    ///
    /// Refuses with `fresh_sign_in_required` when the person last proved themselves too long ago.
    package func delete(_ session: SignedInSession) async throws(SignInError) -> AccountErasure.Revocation {
        guard session.isFresh(in: environment) else { throw .refused(.freshSignInRequired) }
        return try await erase(session.account.id, reason: "person")
    }

    /// Deletes an account without its owner: by an operator, or because its last way in is long gone.
    ///
    /// - Parameter reason: who deletes, for the audit.
    package func erase(_ account: AccountID, reason: String) async throws(SignInError) -> AccountErasure.Revocation {
        let erasure = AccountErasure(reason: reason, environment)
        return try await environment.write { records in try erasure.apply(to: account, in: records) }
    }

    /// Erases an account whose time has come, and says whether it did: it looks again, since somebody may have opened the
    /// account, or its backend vouched for it, after it was found to be due.
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

import AccountStorage
import Foundation

/// Removes expired questions.
package struct UnansweredQuestions: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Removes at most `limit` expired questions and returns how many. If the identity still has no account, its grants
    /// are revoked at Apple as well.
    package func remove(limit: Int) async throws(SignInError) -> Int {
        let now = environment.instant
        return try await environment.write { records in
            let proofs = try records.takeExpiredLinkProofs(before: now, limit: limit)
            for proof in proofs where try records.findIdentity(proof.identityID) == nil {
                let revocation = GrantRevocation(account: proof.accountID, unique: proof.id.text, now: now)
                try revocation.queue(of: proof.identityID, in: records)
                _ = try records.removeGrants(of: proof.identityID)
            }
            return proofs.count
        }
    }
}

package import AccountStorage
import Foundation

/// What a person sees and does about who they are at other providers.
package struct ForeignIdentities: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Every foreign identity of the account, the oldest first, and whether they can be left: once an Apple Account
    /// leads to the account.
    package func list(
        of session: SignedInSession
    ) async throws(SignInError) -> (identities: [ForeignIdentity], canLeave: Bool) {
        let account = session.account.id
        return try await environment.transact { transaction throws(StorageFailure) in
            let found = try transaction.findForeignIdentities(of: account)
            let canLeave = try !transaction.findIdentities(of: account).isEmpty
            return .discard(.success((found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }, canLeave)))
        }
    }

    /// Leaves another provider; `false` when it is none of the account's foreign identities.
    ///
    /// Refuses with `fresh_sign_in_required`, since the app is told and lets nobody in by it any more, and with
    /// `last_way_in` while no Apple Account leads to the account: in the app's own system the other provider may be the
    /// only way in.
    package func leave(_ text: String, by session: SignedInSession) async throws(SignInError) -> Bool {
        let account = session.account.id
        guard let id = ForeignIdentityID(text: text) else { return false }
        let isFresh = AccountDeletion(environment).isFresh(session)
        let entry = AuditEntry(
            id: .timeOrdered(environment), accountID: account, event: AuditEvent.foreignIdentityLeft.rawValue,
            reason: "person", sessionID: session.session.id, occurredAt: environment.instant)
        let notes = EventNotes(environment, unique: entry.id.text)
        return try await environment.transact {
            transaction throws(StorageFailure) -> Outcome<Result<Bool, SignInError>> in
            guard let identity = try transaction.findForeignIdentity(id), identity.accountID == account,
                let owner = try transaction.findAccount(account)
            else { return .discard(.success(false)) }
            let decision = UnlinkDecision.decide(
                isFresh: isFresh, isOwn: true, others: try transaction.findIdentities(of: account).count,
                hasExternalID: false)
            if case .refused(let refusal) = decision { return .discard(.failure(.refused(refusal))) }
            _ = try transaction.removeForeignIdentity(id)
            try transaction.recordAudit(entry)
            try notes.add(.accountUnlinked, of: owner, reason: "person", issuer: identity.issuer, in: transaction)
            return .keep(.success(true))
        }
    }
}

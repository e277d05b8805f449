package import AccountStorage
import Foundation

/// Lists and removes a person's identities at other providers.
package struct ForeignIdentities: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The foreign identities of the account, oldest first, and whether they can be removed. That requires that an
    /// Apple Account is linked to the account.
    package func list(
        of session: SignedInSession
    ) async throws(SignInError) -> (identities: [ForeignIdentity], canLeave: Bool) {
        let account = session.account.id
        return try await environment.read { records in
            let found = try records.findForeignIdentities(of: account)
            let canLeave = try !records.findIdentities(of: account).isEmpty
            return (found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }, canLeave)
        }
    }

    /// Removes an identity at another provider; `false` if the account has no such identity.
    ///
    /// Refuses with `fresh_sign_in_required`, because the app is informed and no longer accepts this identity. Refuses
    /// with `last_way_in` if no Apple Account is linked to the account, because the other provider may be the only way
    /// to sign in to the app's own system.
    package func leave(_ text: String, by session: SignedInSession) async throws(SignInError) -> Bool {
        let account = session.account.id
        guard let id = ForeignIdentityID(text: text) else { return false }
        let isFresh = session.isFresh(in: environment)
        let entry = AuditEntry(
            id: .timeOrdered(environment), accountID: account, event: AuditEvent.foreignIdentityLeft.rawValue,
            reason: "person", sessionID: session.session.id, occurredAt: environment.instant)
        let events = EventOutbox(environment, unique: entry.id.text)
        return try await environment.write { records in
            guard let identity = try records.findForeignIdentity(id), identity.accountID == account,
                let owner = try records.findAccount(account)
            else { return false }
            let decision = UnlinkDecision.decide(
                isFresh: isFresh, isOwn: true, others: try records.findIdentities(of: account).count,
                hasExternalID: false)
            if case .refused(let refusal) = decision { throw SignInError.refused(refusal) }
            _ = try records.removeForeignIdentity(id)
            try records.recordAudit(entry)
            try events.add(.accountUnlinked, of: owner, reason: "person", issuer: identity.issuer, in: records)
            return true
        }
    }
}

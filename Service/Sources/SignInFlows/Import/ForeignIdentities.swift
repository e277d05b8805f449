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
        return try await environment.read { records in
            let found = try records.findForeignIdentities(of: account)
            let canLeave = try !records.findIdentities(of: account).isEmpty
            return (found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }, canLeave)
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

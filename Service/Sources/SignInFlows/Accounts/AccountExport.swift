package import AccountStorage
package import Foundation
package import SignInWithApple

/// Everything that is held about one person (GDPR articles 15 and 20): what they gave, what Apple gave, what happened.
///
/// Secrets are named, not shown: an exported token would still open doors.
package struct AccountExport: Sendable {
    /// The account.
    package let account: Account
    /// Who the person is at Apple, to each team.
    package let identities: [AppleIdentity]
    /// Who the person is at other providers, as the app knew it.
    package let foreignIdentities: [ForeignIdentity]
    /// Apple's permissions, without their tokens' text.
    package let grants: [AppleGrant]
    /// Every session that is still stored, the newest first.
    package internal(set) var sessions: [Session]
    /// The audit, the newest line first.
    package internal(set) var audit: [AuditEntry]
    /// First-time names that no account holds yet, by identity.
    package let keptNames: [IdentityID: KeptNameCopy]
    /// Since when the account has its password; nil where it has none. The hash is not in the copy.
    package let passwordSince: Date?
    /// What is typed with a password.
    package let loginNames: [LoginName]
    /// When the copy was made.
    package let exportedAt: Date
}

/// A first-time name that no account holds yet.
package struct KeptNameCopy: Sendable {
    /// The name; `nil` where it cannot be opened.
    package let name: FirstSignInUser?
    /// When it arrived.
    package let keptAt: Date
    /// From when it is no longer to be used.
    package let expiresAt: Date
}

extension AccountExport {
    /// How many sessions or lines of the audit one transaction reads. Others wait for its thread meanwhile, so an account
    /// with years of use must not be read in one go.
    package static let pageLength = 500

    /// Collects everything of an account, page by page, and writes down that it was asked for.
    ///
    /// - Parameter asker: who asks, for the audit; `nil` writes nothing down.
    package static func collect(
        _ id: AccountID, asker: String?, in environment: SignInEnvironment
    ) async throws(SignInError) -> AccountExport? {
        guard var export = try await begin(id, asker: asker, in: environment) else { return nil }
        var (sessions, lines) = (true, true)
        while sessions {
            let page = try await self.sessions(of: id, after: export.sessions.last?.id, in: environment)
            export.sessions += page
            sessions = page.count == pageLength
        }
        while lines {
            let page = try await audit(of: id, after: export.audit.last?.id, in: environment)
            export.audit += page
            lines = page.count == pageLength
        }
        return export
    }

    /// The next page of an account's sessions, the newest first; a page that is not full is the last.
    package static func sessions(
        of id: AccountID, after last: SessionID?, in environment: SignInEnvironment
    ) async throws(SignInError) -> [Session] {
        try await environment.read { records in try records.findSessions(of: id, before: last, limit: pageLength) }
    }

    /// The next page of an account's audit, the newest line first; a page that is not full is the last.
    package static func audit(
        of id: AccountID, after last: AuditEntryID?, in environment: SignInEnvironment
    ) async throws(SignInError) -> [AuditEntry] {
        try await environment.read { records in try records.findAudit(of: id, before: last, limit: pageLength) }
    }

    /// Collects all but sessions and audit, which follow page by page, and writes down that a copy was asked for.
    ///
    /// - Parameter asker: who asks, for the audit; `nil` writes nothing down.
    package static func begin(
        _ id: AccountID, asker: String?, in environment: SignInEnvironment
    ) async throws(SignInError) -> AccountExport? {
        let now = environment.instant
        let entry = AuditEntry(
            id: .timeOrdered(environment), accountID: id, event: AuditEvent.exported.rawValue, reason: asker,
            occurredAt: now)
        let vault = environment.secrets.vault
        return try await environment.write { records in
            guard let account = try records.findAccount(id) else { return nil }
            if asker != nil { try records.recordAudit(entry) }
            let identities = try records.findIdentities(of: id)
            return AccountExport(
                account: account, identities: identities,
                foreignIdentities: try records.findForeignIdentities(of: id),
                grants: try grants(of: identities, in: records), sessions: [], audit: [],
                keptNames: try keptNames(of: identities, vault: vault, in: records),
                passwordSince: try records.findPassword(of: id)?.changedAt,
                loginNames: try records.findLoginNames(of: id), exportedAt: now)
        }
    }

    private static func grants(
        of identities: [AppleIdentity], in records: any AccountTransaction
    ) throws(StorageFailure) -> [AppleGrant] {
        var grants: [AppleGrant] = []
        for identity in identities { grants += try records.findGrants(of: identity.id) }
        return grants
    }

    private static func keptNames(
        of identities: [AppleIdentity], vault: TokenVault, in records: any AccountTransaction
    ) throws(StorageFailure) -> [IdentityID: KeptNameCopy] {
        var names: [IdentityID: KeptNameCopy] = [:]
        for identity in identities {
            guard let kept = try records.findKeptName(identity.id) else { continue }
            names[identity.id] = KeptNameCopy(
                name: vault.openName(kept.sealedName, identity: identity.id), keptAt: kept.keptAt,
                expiresAt: kept.expiresAt)
        }
        return names
    }
}

package import AccountStorage
package import Foundation
package import SignInWithApple

/// Everything stored about one person (GDPR articles 15 and 20): what they gave, what Apple gave, and what happened.
///
/// Secrets are mentioned but not included, because an exported token could still be used. Only an operator can ask for
/// them, to take them to another system.
package struct AccountExport: Sendable {
    /// The account.
    package let account: Account
    /// The person's identities at Apple.
    package let identities: [AppleIdentity]
    /// The person's identities at other providers, as imported from the app.
    package let foreignIdentities: [ForeignIdentity]
    /// The grants. Their tokens stay sealed and are not shown.
    package let grants: [AppleGrant]
    /// Every session that is still stored, newest first.
    package internal(set) var sessions: [ExportedSession]
    /// The audit entries, newest first.
    package internal(set) var audit: [AuditEntry]
    /// First-time names that are not yet part of an account, by identity.
    package let keptNames: [IdentityID: KeptNameCopy]
    /// What is known about the way of mail to the person's addresses, by identity.
    package let emailDeliveries: [IdentityID: EmailDelivery]
    /// When the password was last changed; nil if the account has none.
    package let passwordSince: Date?
    /// The names that are typed with a password.
    package let loginNames: [LoginName]
    /// The consents to clients of the OpenID Provider, ordered by client.
    package let consents: [ClientConsent]
    /// Where the person stands in transfers of apps to other teams.
    package let transfers: [TransferEntry]
    /// When the export was made.
    package let exportedAt: Date
    /// The password hash and the opened tokens; `nil` unless they were asked for.
    package let secrets: AccountSecrets?
}

/// A session, with what else is stored if it belongs to a client of the OpenID Provider.
package struct ExportedSession: Sendable {
    /// The session.
    package let session: Session
    /// What the client's session has besides; `nil` for other sessions.
    package let clientSession: ClientSession?
}

/// A first-time name that is not yet part of an account.
package struct KeptNameCopy: Sendable {
    /// The name; `nil` if it cannot be opened.
    package let name: FirstSignInUser?
    /// When it arrived.
    package let keptAt: Date
    /// When it expires.
    package let expiresAt: Date
}

extension AccountExport {
    /// How many sessions or audit entries one transaction reads. Other requests wait for its thread meanwhile, so an
    /// account with years of use must not be read at once.
    package static let pageLength = 500

    /// Collects everything about an account, page by page, and records the export in the audit.
    ///
    /// - Parameters:
    ///   - asker: who asks, for the audit; `nil` records nothing.
    ///   - withSecrets: whether to open the account's secrets as well.
    package static func collect(
        _ id: AccountID, asker: String?, withSecrets: Bool = false, in environment: SignInEnvironment
    ) async throws(SignInError) -> AccountExport? {
        guard var export = try await begin(id, asker: asker, withSecrets: withSecrets, in: environment) else {
            return nil
        }
        var (sessions, lines) = (true, true)
        while sessions {
            let page = try await self.sessions(of: id, after: export.sessions.last?.session.id, in: environment)
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

    /// The next page of an account's sessions, newest first. A page that is not full is the last one.
    package static func sessions(
        of id: AccountID, after last: SessionID?, in environment: SignInEnvironment
    ) async throws(SignInError) -> [ExportedSession] {
        try await environment.read { records in
            var page: [ExportedSession] = []
            for session in try records.findSessions(of: id, before: last, limit: pageLength) {
                let clientSession = session.platform == .openID ? try records.findClientSession(session.id) : nil
                page.append(ExportedSession(session: session, clientSession: clientSession))
            }
            return page
        }
    }

    /// The next page of an account's audit entries, newest first. A page that is not full is the last one.
    package static func audit(
        of id: AccountID, after last: AuditEntryID?, in environment: SignInEnvironment
    ) async throws(SignInError) -> [AuditEntry] {
        try await environment.read { records in try records.findAudit(of: id, before: last, limit: pageLength) }
    }

    /// Collects everything except sessions and audit entries, which follow page by page, and records the export in the
    /// audit.
    ///
    /// - Parameters:
    ///   - asker: who asks, for the audit; `nil` records nothing.
    ///   - withSecrets: whether to open the account's secrets as well.
    package static func begin(
        _ id: AccountID, asker: String?, withSecrets: Bool = false, in environment: SignInEnvironment
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
            let held = try grants(of: identities, in: records)
            var replaced: [ReplacedGrant] = []
            if withSecrets {
                for identity in identities { replaced += try records.findReplacedGrants(of: identity.id) }
            }
            let password = try records.findPassword(of: id)
            return AccountExport(
                account: account, identities: identities,
                foreignIdentities: try records.findForeignIdentities(of: id),
                grants: held, sessions: [], audit: [],
                keptNames: try keptNames(of: identities, vault: vault, in: records),
                emailDeliveries: try emailDeliveries(of: identities, in: records),
                passwordSince: password?.changedAt, loginNames: try records.findLoginNames(of: id),
                consents: try records.findClientConsents(of: id),
                transfers: try records.findTransferEntries(of: id), exportedAt: now,
                secrets: withSecrets
                    ? AccountSecrets(
                        of: identities, grants: held, replaced: replaced, passwordHash: password?.hash, vault: vault)
                    : nil)
        }
    }

    private static func grants(
        of identities: [AppleIdentity], in records: any AccountTransaction
    ) throws(StorageFailure) -> [AppleGrant] {
        var grants: [AppleGrant] = []
        for identity in identities { grants += try records.findGrants(of: identity.id) }
        return grants
    }

    private static func emailDeliveries(
        of identities: [AppleIdentity], in records: any AccountTransaction
    ) throws(StorageFailure) -> [IdentityID: EmailDelivery] {
        var deliveries: [IdentityID: EmailDelivery] = [:]
        for identity in identities { deliveries[identity.id] = try records.findEmailDelivery(identity.id) }
        return deliveries
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

import AccountStorage
import Foundation
package import SignInAPI
package import SignInFlows
import SignInWithApple

extension SessionEntry {
    init(_ session: Session, current: SessionID) {
        self.init(
            id: session.id.text, client: session.clientID, platform: session.platform.rawValue,
            isCurrent: session.id == current, createdAt: session.createdAt, renewedAt: session.renewedAt,
            expiresAt: session.expiresAt)
        browser = session.browser
    }
}

extension AccountExportReply {
    /// Converts an export to the message of the API.
    package init(_ export: AccountExport) {
        let account = export.account
        self.init(
            exportedAt: export.exportedAt, account: AccountReply(account), externalID: account.externalID,
            isEmailVerified: account.isEmailVerified,
            hasOwnName: account.hasOwnName, realPersonSignal: account.realPersonSignal.map { "\($0)" },
            disabledAt: account.disabledAt, disabledReason: account.disabledReason.map { "\($0)" },
            eraseAt: account.eraseAt)
        passwordSince = export.passwordSince.map(Timestamp.text(of:))
        loginNames = export.loginNames.map { name in
            LoginName(
                name: name.name, createdAt: Timestamp.text(of: name.createdAt),
                provenAt: name.provenAt.map(Timestamp.text(of:)))
        }
        identities = export.identities.map { Identity($0, in: export) }
        foreignIdentities = export.foreignIdentities.map {
            ForeignIdentity(issuer: $0.issuer, subject: $0.subject, createdAt: $0.createdAt)
        }
        if !export.transfers.isEmpty { transfers = export.transfers.map(Transfer.init) }
        if !export.consents.isEmpty { consents = export.consents.map(Consent.init) }
        sessions = export.sessions.map(Session.init)
        audit = export.audit.map(AuditLine.init)
    }
}

extension AccountExportReply.Identity {
    init(_ identity: AppleIdentity, in export: AccountExport) {
        let kept = export.keptNames[identity.id]
        self.init(
            issuer: identity.issuer, teamID: identity.teamID, subject: identity.subject,
            isForwardingOff: identity.isForwardingOff, createdAt: Timestamp.text(of: identity.createdAt),
            grants: export.grants.filter { $0.identityID == identity.id }.map { grant in
                AccountExportReply.Grant(
                    client: grant.clientID, isHeld: grant.sealedRefreshToken != nil,
                    obtainedAt: Timestamp.text(of: grant.obtainedAt),
                    checkedAt: grant.checkedAt.map(Timestamp.text(of:)))
            },
            keptName: kept.map { SignInAPI.PersonName(given: $0.name?.givenName, family: $0.name?.familyName) },
            keptAt: kept.map { Timestamp.text(of: $0.keptAt) },
            keptUntil: kept.map { Timestamp.text(of: $0.expiresAt) })
        emailDelivery = export.emailDeliveries[identity.id].map(AccountExportReply.EmailDelivery.init)
    }
}

extension AccountExportReply.EmailDelivery {
    init(_ delivery: AccountStorage.EmailDelivery) {
        self.init(state: delivery.state.code, since: Timestamp.text(of: delivery.since), reports: delivery.reports)
        cause = delivery.cause
        missingSince = delivery.missingSince.map(Timestamp.text(of:))
        reportedAt = delivery.reportedAt.map(Timestamp.text(of:))
        diagnostic = delivery.diagnostic
    }
}

extension AccountExportReply.Session {
    init(_ exported: ExportedSession) {
        let session = exported.session
        self.init(
            id: session.id.text, client: session.clientID, platform: session.platform.rawValue,
            createdAt: Timestamp.text(of: session.createdAt),
            authenticatedAt: Timestamp.text(of: session.authenticatedAt),
            renewedAt: Timestamp.text(of: session.renewedAt), renewals: session.counter,
            expiresAt: Timestamp.text(of: session.expiresAt), endedAt: session.endedAt.map(Timestamp.text(of:)))
        scope = exported.clientSession?.scope
        browser = session.browser
    }
}

extension AccountExportReply.Transfer {
    init(_ entry: TransferEntry) {
        self.init(
            identifier: entry.identifier, state: entry.state.rawValue, code: entry.code,
            settledAt: entry.settledAt.map(Timestamp.text(of:)))
    }
}

extension AccountExportReply.Consent {
    init(_ consent: ClientConsent) {
        self.init(client: consent.client, scope: consent.scope, givenAt: Timestamp.text(of: consent.givenAt))
    }
}

extension AccountExportReply.AuditLine {
    init(_ entry: AuditEntry) {
        self.init(
            at: Timestamp.text(of: entry.occurredAt), event: entry.event, reason: entry.reason,
            client: entry.client, platform: entry.platform?.rawValue, session: entry.sessionID?.text)
    }
}

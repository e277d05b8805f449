import AccountStorage
package import Foundation

/// A consent as the account page shows it.
package struct GivenConsent: Sendable {
    /// The `client_id`.
    package let client: String
    /// The client's name; its id if it is no longer configured.
    package let name: String
    /// The scopes.
    package let scope: OpenIDScopes
    /// When the person agreed.
    package let givenAt: Date
}

/// Lists and withdraws a person's consents.
package struct ClientConsents: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The person's consents, ordered by client.
    package func list(of session: SignedInSession) async throws(SignInError) -> [GivenConsent] {
        let account = session.account.id
        let consents = try await environment.read { records in try records.findClientConsents(of: account) }
        return consents.map { consent in
            GivenConsent(
                client: consent.client, name: environment.openID?.clients.find(consent.client)?.name ?? consent.client,
                scope: OpenIDScopes(consent.scope), givenAt: consent.givenAt)
        }
    }

    /// Withdraws a consent, and ends the client's sessions with it. Does nothing if there is none.
    package func withdraw(_ client: String, by session: SignedInSession) async throws(SignInError) {
        let (account, now) = (session.account.id, environment.instant)
        let auditID = AuditEntryID.timeOrdered(environment)
        try await environment.write { records in
            // Compared here, because the text may be one that no database can store.
            let given = try records.findClientConsents(of: account).contains {
                $0.client.utf8.elementsEqual(client.utf8)
            }
            guard given else { return }
            _ = try records.removeClientConsent(of: account, for: client)
            for granted in try records.findClientSessions(of: account, limit: .max) where granted.client == client {
                _ = try records.endSession(granted.id, at: now)
            }
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: account, event: AuditEvent.consentWithdrawn.rawValue, reason: client,
                    sessionID: session.session.id, occurredAt: now))
        }
    }
}

import AccountStorage
import Foundation
import SignInWithApple

/// Ends a session at the wish of its owner. On our routes it is refused from the next request on.
package struct SignOut: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Why a session is ended. The raw value is the reason in the audit.
    package enum Reason: String, Sendable, CaseIterable {
        /// The person signed out.
        case person
        /// The device says that Apple's credential was revoked (`ASAuthorizationAppleIDProvider.credentialState`).
        case credentialRevoked = "credential_revoked"
    }

    /// Ends a session; one that was ended meanwhile is no error.
    ///
    /// A device can be wrong, or lie: its word ends its own session, and has Apple asked, whose answer counts for the
    /// others.
    package func end(_ session: SignedInSession, because reason: Reason = .person) async throws(SignInError) {
        let id = session.session.id
        let now = environment.instant
        let client = environment.clients.find(session.session.clientID)?.id.rawValue
        let entry = AuditEntry(
            id: .timeOrdered(environment), .sessionEnded, of: session.session, reason: reason.rawValue, at: now)
        try await environment.write { records in
            guard try records.endSession(id, at: now) else { return }
            try records.recordAudit(entry)
            if reason == .credentialRevoked, let client {
                for identity in try records.findIdentities(of: session.account.id) {
                    guard let grant = try records.findGrant(identity.id, client: client),
                        ValidationPlan.mayAskAtOnce(grant, at: now)
                    else { continue }
                    _ = try ValidationRequest(grant: grant, dueAt: now, now: now).apply(in: records)
                }
            }
        }
    }
}

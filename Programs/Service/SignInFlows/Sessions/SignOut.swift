import AccountStorage
import Foundation
import SignInWithApple

/// Ends a session for its owner. This service refuses it from the next request on.
package struct SignOut: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Why a session ends. The raw value is the reason in the audit.
    package enum Reason: String, Sendable, CaseIterable {
        /// The person signed out.
        case person
        /// The device reports that Apple's credential was revoked (`ASAuthorizationAppleIDProvider.credentialState`).
        case credentialRevoked = "credential_revoked"
    }

    /// Ends a session. If it was already ended, nothing happens.
    ///
    /// A device can be wrong, or lie. So its report of a revoked credential ends only its own session, and queues a
    /// validation at Apple, which decides about the others.
    package func end(_ session: SignedInSession, because reason: Reason = .person) async throws(SignInError) {
        let id = session.session.id
        let now = environment.instant
        let client = environment.clients.find(session.session.clientID)?.id.rawValue
        let signedInWith = session.session.identityID
        let entry = AuditEntry(
            id: .timeOrdered(environment), .sessionEnded, of: session.session, reason: reason.rawValue, at: now)
        try await environment.write { records in
            guard try records.endSession(id, at: now) else { return }
            try records.recordAudit(entry)
            if reason == .credentialRevoked, let client {
                for identity in try records.findIdentities(of: session.account.id)
                where signedInWith == nil || identity.id == signedInWith {
                    guard let grant = try records.findGrant(identity.id, client: client),
                        ValidationPlan.mayAskAtOnce(grant, at: now)
                    else { continue }
                    _ = try ValidationRequest(grant: grant, dueAt: now, now: now).apply(in: records)
                }
            }
        }
    }
}

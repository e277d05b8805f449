public import AccountStorage
import Foundation

/// A ticket as its service gets it.
public struct IssuedLinkTicket: Sendable {
    /// For the person's app or browser; a secret, good for one sign-in.
    public let ticket: String
    /// Seconds until its end.
    public let expiresIn: Int
}

/// Lets the app's backend vouch for its signed-in user: the next sign-in with the ticket links to that user's account.
public struct LinkTickets: Sendable {
    private let environment: SignInEnvironment

    /// Works in an environment.
    public init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Issues a ticket.
    ///
    /// Refuses with `external_id_invalid`, and with `name_invalid` a label that is too long or holds control characters.
    ///
    /// - Parameters:
    ///   - externalID: the user's name in the app's own system; the account is made at the sign-in if there is none.
    ///   - label: what the person is shown as the account they are about to link.
    ///   - credential: whose word it is.
    public func issue(
        externalID: String, label: String?, by credential: ServiceCredential
    ) async throws(SignInError) -> IssuedLinkTicket {
        guard ExternalID.isWellFormed(externalID) else { throw .refused(.externalIDInvalid) }
        let label = try AccountEditing.read(label)
        let now = environment.instant
        let lifetime = environment.policy.linkTicketLifetime
        let secret = OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        let ticket = LinkTicket(
            id: secret.ticketID, externalID: externalID, label: label, credentialID: credential.id, createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime.timeInterval))
        let auditID = AuditEntryID.timeOrdered(environment)
        try await environment.transact { transaction throws(StorageFailure) in
            try transaction.recordLinkTicket(ticket)
            try transaction.recordAudit(
                AuditEntry(
                    id: auditID, accountID: try transaction.findAccount(externalID: externalID)?.id,
                    event: AuditEvent.linkTicketIssued.rawValue, reason: credential.auditReason, occurredAt: now))
            return .keep(.success(()))
        }
        return IssuedLinkTicket(ticket: secret.text, expiresIn: Int(lifetime.components.seconds))
    }

    /// What a ticket says, without using it up; for pages. Refuses with `link_ticket_invalid`.
    public func find(_ text: String) async throws(SignInError) -> LinkTicket {
        guard let id = OneUseSecret(text: text)?.ticketID else { throw .refused(.linkTicketInvalid) }
        let ticket = try await environment.transact { transaction throws(StorageFailure) in
            .discard(.success(try transaction.findLinkTicket(id)))
        }
        guard let ticket, environment.instant < ticket.expiresAt else { throw .refused(.linkTicketInvalid) }
        return ticket
    }
}

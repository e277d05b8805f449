package import AccountStorage
import Foundation

/// A ticket as its service gets it.
package struct IssuedLinkTicket: Sendable {
    /// For the person's app or browser; a secret, good for one sign-in.
    package let ticket: String
    /// Seconds until its end.
    package let expiresIn: Int
}

/// A ticket that one browser has opened.
package struct OpenedLinkTicket: Sendable {
    /// For this browser alone; a secret, good for one sign-in.
    package let ticket: String
    /// What the app calls the account; nil where it gave no name.
    package let label: String?
    /// Seconds until its end.
    package let expiresIn: Int

    fileprivate init(_ stored: LinkTicket, as secret: OneUseSecret, at now: Date) {
        ticket = secret.text
        label = stored.label
        expiresIn = max(1, Int(stored.expiresAt.timeIntervalSince(now).rounded(.down)))
    }
}

/// Lets the app's backend vouch for its signed-in user: the next sign-in with the ticket links to that user's account.
package struct LinkTickets: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
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
    package func issue(
        externalID: String, label: String?, by credential: ServiceCredential
    ) async throws(SignInError) -> IssuedLinkTicket {
        guard ExternalID.isWellFormed(externalID) else { throw .refused(.externalIDInvalid) }
        let label = try DisplayName.read(label)
        let now = environment.instant
        let lifetime = environment.policy.linkTicketLifetime
        let secret = OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        let ticket = LinkTicket(
            id: secret.ticketID, externalID: externalID, label: label, credentialID: credential.id, createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime.timeInterval))
        let auditID = AuditEntryID.timeOrdered(environment)
        try await environment.write { records in
            try records.recordLinkTicket(ticket)
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: try records.findAccount(externalID: externalID)?.id,
                    event: AuditEvent.linkTicketIssued.rawValue, reason: credential.auditReason, occurredAt: now))
        }
        return IssuedLinkTicket(ticket: secret.text, expiresIn: Int(lifetime.components.seconds))
    }

    /// Opens a ticket for one browser: it is used up, and the browser gets another one for the same account that ends at the
    /// same time. Whoever else holds the first one can do nothing with it any more.
    ///
    /// Refuses with `link_ticket_invalid`.
    ///
    /// - Parameter heldBefore: the ticket that this browser got for an earlier opening, which a reload of the page repeats.
    package func open(_ text: String, heldBefore: String? = nil) async throws(SignInError) -> OpenedLinkTicket {
        let now = environment.instant
        let (first, held) = (OneUseSecret(text: text), heldBefore.flatMap { OneUseSecret(text: $0) })
        guard let first else { throw .refused(.linkTicketInvalid) }
        let fresh = OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        return try await environment.write { records in
            if let ticket = try records.takeLinkTicket(first.ticketID, at: now) {
                try records.recordLinkTicket(
                    LinkTicket(
                        id: fresh.ticketID, externalID: ticket.externalID, label: ticket.label,
                        credentialID: ticket.credentialID, createdAt: ticket.createdAt, expiresAt: ticket.expiresAt))
                return OpenedLinkTicket(ticket, as: fresh, at: now)
            }
            guard let held, let ticket = try records.findLinkTicket(held.ticketID), now < ticket.expiresAt else {
                throw SignInError.refused(.linkTicketInvalid)
            }
            return OpenedLinkTicket(ticket, as: held, at: now)
        }
    }

    /// What a ticket says, without using it up; for pages. Refuses with `link_ticket_invalid`.
    package func find(_ text: String) async throws(SignInError) -> LinkTicket {
        let reading = try LinkTicketReading(text, environment)
        return try await environment.read { records in try reading.find(in: records) }
    }
}

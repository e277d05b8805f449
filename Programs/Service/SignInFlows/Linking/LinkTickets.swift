package import AccountStorage
import Foundation

/// A new link ticket, as the app's backend receives it.
package struct IssuedLinkTicket: Sendable {
    /// The secret for the person's app or browser. It can be used for one sign-in.
    package let ticket: String
    /// Seconds until the ticket expires.
    package let expiresIn: Int
}

/// A link ticket that a browser has opened.
package struct OpenedLinkTicket: Sendable {
    /// A secret for this browser only. It can be used for one sign-in.
    package let ticket: String
    /// The app's name for the account; nil if it gave none.
    package let label: String?
    /// Seconds until the ticket expires.
    package let expiresIn: Int

    fileprivate init(_ stored: LinkTicket, as secret: OneUseSecret, at now: Date) {
        ticket = secret.text
        label = stored.label
        expiresIn = max(1, Int(stored.expiresAt.timeIntervalSince(now).rounded(.down)))
    }
}

/// Lets the app's backend vouch for its signed-in user. The next sign-in with the ticket links the identity to that
/// user's account.
package struct LinkTickets: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Issues a ticket.
    ///
    /// Refuses with `external_id_invalid`, and with `name_invalid` if the label is too long or has control characters.
    ///
    /// - Parameters:
    ///   - externalID: the user's identifier in the app's own system. If it has no account yet, the sign-in creates
    ///     one.
    ///   - label: the account's name, shown to the person before they link.
    ///   - credential: the backend's credential, recorded with the ticket.
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

    /// Opens a ticket in one browser. The ticket is used up, and the browser gets another one for the same account with
    /// the same expiry. So a copy of the first ticket is useless from then on.
    ///
    /// Refuses with `link_ticket_invalid`.
    ///
    /// - Parameter heldBefore: the ticket that this browser already got. With it, the page can be reloaded.
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

    /// Reads a ticket for a page, without using it up. Refuses with `link_ticket_invalid`.
    package func find(_ text: String) async throws(SignInError) -> LinkTicket {
        let reading = try LinkTicketReading(text, environment)
        return try await environment.read { records in try reading.find(in: records) }
    }
}

import AccountStorage
import Foundation

/// The step of a transaction that finds a valid link ticket without using it up.
struct LinkTicketReading: Sendable {
    private let id: LinkTicketID
    private let now: Date

    /// Reads the ticket's text. Refuses malformed text with `link_ticket_invalid`.
    init(_ text: String, _ environment: SignInEnvironment) throws(SignInError) {
        guard let id = OneUseSecret(text: text)?.ticketID else { throw .refused(.linkTicketInvalid) }
        self.id = id
        now = environment.instant
    }

    /// Refuses with `link_ticket_invalid` if the ticket was used or has expired.
    func find(in records: any AccountTransaction) throws -> LinkTicket {
        guard let ticket = try records.findLinkTicket(id), now < ticket.expiresAt else {
            throw SignInError.refused(.linkTicketInvalid)
        }
        return ticket
    }
}

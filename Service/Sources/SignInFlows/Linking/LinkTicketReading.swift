import AccountStorage
import Foundation

/// The step of a transaction that finds a live ticket, without using it up.
struct LinkTicketReading: Sendable {
    private let id: LinkTicketID
    private let now: Date

    /// Reads the ticket's text. Refuses with `link_ticket_invalid` what is none.
    init(_ text: String, _ environment: SignInEnvironment) throws(SignInError) {
        guard let id = OneUseSecret(text: text)?.ticketID else { throw .refused(.linkTicketInvalid) }
        self.id = id
        now = environment.instant
    }

    /// Refuses with `link_ticket_invalid` a ticket that is used up or too old.
    func find(in records: any AccountTransaction) throws -> LinkTicket {
        guard let ticket = try records.findLinkTicket(id), now < ticket.expiresAt else {
            throw SignInError.refused(.linkTicketInvalid)
        }
        return ticket
    }
}

package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(ticket.id), .text(ticket.externalID), .text(ticket.label),
                .identifier(ticket.credentialID), .time(ticket.createdAt), .time(ticket.expiresAt),
            ])
    }

    package func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket? {
        try first(.find, [.identifier(id)], read: ticket)
    }

    package func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        try first(.take, [.identifier(id), .time(moment)], read: ticket)
    }

    package func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int {
        try change(.removeOfExternalID, [.text(externalID)])
    }

    package func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = tickets.insert
    fileprivate static let find = tickets.select("WHERE id = $1")
    fileprivate static let take = tickets.delete("WHERE id = $1 AND expires_at > $2 RETURNING \(tickets.columns)")
    fileprivate static let removeOfExternalID = tickets.delete("WHERE external_id = $1")
    fileprivate static let removeExpired = tickets.deleteOld()
}

private let tickets = SQLTable(
    name: "link_tickets", columns: "id, external_id, label, credential_id, created_at, expires_at")

private func ticket(_ row: inout SQLRow) throws(StorageFailure) -> LinkTicket {
    LinkTicket(
        id: try row.identifier(), externalID: try row.text(), label: row.optionalText(),
        credentialID: try row.identifier(), createdAt: try row.time(), expiresAt: try row.time())
}

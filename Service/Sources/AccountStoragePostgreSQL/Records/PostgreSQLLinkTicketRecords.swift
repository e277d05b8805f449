internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) {
        try StoredText.check(ticket.externalID, ticket.label)
        try insertNew(
            "INSERT INTO link_tickets (\(columns)) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
            [
                .identifier(ticket.id), .text(ticket.externalID), .text(ticket.label),
                .identifier(ticket.credentialID), .time(ticket.createdAt), .time(ticket.expiresAt),
            ])
    }

    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket? {
        try first("SELECT \(columns) FROM link_tickets WHERE id = $1", [.identifier(id)], read: ticket)
    }

    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        try first(
            "DELETE FROM link_tickets WHERE id = $1 AND expires_at > $2 RETURNING \(columns)",
            [.identifier(id), .time(moment)], read: ticket)
    }

    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change("DELETE FROM link_tickets WHERE external_id = $1", [.text(externalID)])
    }

    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM link_tickets WHERE id IN
                (SELECT id FROM link_tickets WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

private let columns = "id, external_id, label, credential_id, created_at, expires_at"

private func ticket(_ row: PostgreSQLRow) throws(StorageFailure) -> LinkTicket {
    LinkTicket(
        id: try row.identifier(0), externalID: try row.text(1), label: row.optionalText(2),
        credentialID: try row.identifier(3), createdAt: try row.time(4), expiresAt: try row.time(5))
}
